// Who is looking: the field for a token, and what the token allows. Keeps nothing beyond the tab.

import { Refused, SignInNeeded, ask, keepToken, token } from "./api.js";
import { byId, h, replace } from "./dom.js";

const VIEWER = `query Viewer {
  viewer { space agent scopes }
}`;

let viewer = null;

/** Whether the token allows a scope, for example "WRITE". */
export const may = (scope) => Boolean(viewer?.scopes.includes(scope));

/** Find out who is looking, and show it. */
export async function greet() {
  viewer = null;
  try {
    ({ viewer } = await ask(VIEWER));
  } finally {
    const name = viewer ? `${viewer.agent} @ ${viewer.space}` : "Sign in";
    replace(byId("account"), name);
    byId("to-review").hidden = !may("WRITE");
  }
  return viewer;
}

/** Resolves once it is known who is looking; null where nobody is let in. */
export async function whoever() {
  return viewer ?? greet().catch(() => null);
}

/** Let a button open the sign-in dialog; `entered` is called after a change. */
export function account(button, entered) {
  button.title = "Token for this tab";
  button.addEventListener("click", () => {
    const dialog = h("dialog", { class: "sign-in", "aria-label": "Token" });
    const done = () => (dialog.close(), entered());
    dialog.append(standing(), form(done), h("form", { method: "dialog" }, h("button", { class: "quiet" }, "Close")));
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
  });
}

function standing() {
  if (!viewer) return h("p", null, "Nobody is signed in.");
  const scopes = viewer.scopes.map((scope) => scope.toLowerCase()).join(", ");
  return h(
    "p",
    null,
    "You are ",
    h("b", null, viewer.agent),
    " in the space ",
    h("b", null, viewer.space),
    ` and may ${scopes}.`,
  );
}

/** A panel in place of a view that needs a token. */
export function signInPanel(reason, entered) {
  return h(
    "section",
    { class: "panel centred sign-in" },
    h("h1", null, "Sign in"),
    h("p", null, reason),
    form(entered),
  );
}

function form(entered) {
  const field = h("input", {
    type: "password",
    id: "token",
    autocomplete: "off",
    placeholder: "gmt_…",
    required: true,
  });
  const wrong = h("p", { class: "wrong", role: "alert" });
  const submit = async (event) => {
    event.preventDefault();
    wrong.textContent = (await refusal(field.value.trim())) ?? "";
    if (!wrong.textContent) entered();
  };
  return h(
    "form",
    { class: "token", onsubmit: submit },
    h("label", { for: "token" }, "Token, kept until this tab is closed"),
    field,
    h("div", { class: "row" }, h("button", { class: "main" }, "Sign in"), token() && forget(entered)),
    wrong,
  );
}

function forget(entered) {
  return h("button", { type: "button", onclick: () => (keepToken(null), entered()) }, "Forget the token");
}

async function refusal(value) {
  const before = token();
  keepToken(value);
  try {
    await ask(VIEWER);
    return null;
  } catch (error) {
    keepToken(before);
    if (error instanceof SignInNeeded || error instanceof Refused) return "That token opens nothing here.";
    return error.message;
  }
}
