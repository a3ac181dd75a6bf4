// Talks GraphQL to the service the page came from. Owns the token and what the ways to fail are called.

export const ENDPOINT = "/graphql";
const TOKEN = "graphmem.token";

/** The service did not answer. */
export class Unreachable extends Error {}

/** It answered that a token is needed, or that the one given opens nothing. */
export class SignInNeeded extends Error {}

/** It refused the operation; `message` says why. */
export class Refused extends Error {}

/** Whether an error is one of these, not a mistake of the page itself. */
export const isExpected = (error) => [Unreachable, SignInNeeded, Refused].some((kind) => error instanceof kind);

/** The token of this tab, or null. It is forgotten when the tab is closed. */
export const token = () => sessionStorage.getItem(TOKEN);

/** Keep a token, or forget it. */
export function keepToken(value) {
  if (value) sessionStorage.setItem(TOKEN, value);
  else sessionStorage.removeItem(TOKEN);
}

/** The headers that let a request in. */
export function credentials() {
  return token() ? { authorization: `Bearer ${token()}` } : {};
}

/**
 * Ask one operation; resolves to its data. Throws Unreachable, SignInNeeded or Refused, and the browser's
 * AbortError once the signal was given.
 */
export async function ask(query, variables = {}, signal = undefined) {
  const response = await send({ query, variables }, signal);
  const answer = await response.json().catch(() => ({}));
  if (response.status === 401) throw new SignInNeeded(reason(answer) ?? "A token is needed.");
  if (answer.errors || !answer.data) throw new Refused(reason(answer) ?? `The service answered ${response.status}.`);
  return answer.data;
}

async function send(body, signal) {
  const headers = { "content-type": "application/json", accept: "application/graphql-response+json", ...credentials() };
  try {
    return await fetch(ENDPOINT, { method: "POST", headers, body: JSON.stringify(body), signal });
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Unreachable("The service can't be reached.");
  }
}

function reason(answer) {
  return answer.errors?.map((error) => error.message).join(" ");
}

/** Ask a mutation of one field; resolves to its payload. Expected failures are thrown as Refused. */
export async function change(mutation, input) {
  const [payload] = Object.values(await ask(mutation, input));
  if (payload.errors.length) throw new Refused(payload.errors.map((error) => error.message).join(" "));
  return payload;
}
