// The query console: runs operations against the service it came from, and shows the schema.
// Answers and descriptions are only ever put in as text.
"use strict";

const SCHEMA = `query Schema { __schema { types {
  name kind description
  fields { name description args { name type { ...T } } type { ...T } }
  inputFields { name description type { ...T } }
  enumValues { name description }
} } }
fragment T on __Type { ...N ofType { ...N ofType { ...N ofType { ...N ofType { ...N ofType { ...N } } } } } }
fragment N on __Type { name kind }`;

const $ = (id) => document.getElementById(id);
let running = null;

function element(tag, text, ...children) {
  const made = document.createElement(tag);
  if (text) made.textContent = text;
  made.append(...children);
  return made;
}

function headers(accept) {
  const made = { "content-type": "application/json", accept };
  const token = $("token").value.trim();
  if (token) made.authorization = `Bearer ${token}`;
  return made;
}

async function ask(body, accept, signal) {
  return fetch("/graphql", { method: "POST", headers: headers(accept), body: JSON.stringify(body), signal });
}

function show(value) {
  $("answer").textContent = typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

async function follow(response) {
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  let seen = 0;
  show("");
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop();
    for (const part of parts) {
      const data = part.split("\n").find((line) => line.startsWith("data: "));
      if (!data) continue;
      seen += 1;
      $("status").textContent = `${seen} received`;
      const text = JSON.stringify(JSON.parse(data.slice(6)), null, 2);
      $("answer").textContent = `${text}\n\n${$("answer").textContent}`.slice(0, 200000);
    }
  }
}

async function run() {
  if (running) running.abort();
  let variables;
  try {
    variables = JSON.parse($("variables").value || "null");
  } catch (error) {
    show(`The variables are not JSON: ${error.message}`);
    return;
  }
  const body = { query: $("query").value, variables };
  const streams = /^\s*subscription\b/m.test(body.query);
  const mine = (running = new AbortController());
  $("stop").hidden = !streams;
  $("status").textContent = "…";
  const begun = performance.now();
  try {
    const accept = streams ? "text/event-stream" : "application/graphql-response+json";
    const response = await ask(body, accept, mine.signal);
    if (streams && response.ok) await follow(response);
    else show(await response.json());
    $("status").textContent = `${response.status}, ${Math.round(performance.now() - begun)} ms`;
  } catch (error) {
    if (error.name !== "AbortError") show(`The service can't be reached: ${error.message}`);
    $("status").textContent = "";
  }
  if (running === mine) $("stop").hidden = true;
}

function spell(type) {
  if (type.kind === "NON_NULL") return `${spell(type.ofType)}!`;
  if (type.kind === "LIST") return `[${spell(type.ofType)}]`;
  return type.name;
}

function members(type) {
  const fields = (type.fields ?? type.inputFields ?? []).map((field) => {
    const given = (field.args ?? []).map((argument) => `${argument.name}: ${spell(argument.type)}`).join(", ");
    return [`${field.name}${given ? `(${given})` : ""}: ${spell(field.type)}`, field.description];
  });
  return [...fields, ...(type.enumValues ?? []).map((value) => [value.name, value.description])];
}

function section(type) {
  const list = element("dl");
  for (const [name, description] of members(type)) {
    list.append(element("dt", name), element("dd", description ?? ""));
  }
  const made = element("details", "", element("summary", type.name), element("p", type.description ?? ""), list);
  made.dataset.words = `${type.name} ${members(type).map(([name]) => name).join(" ")}`.toLowerCase();
  return made;
}

async function loadSchema() {
  const answer = await (await ask({ query: SCHEMA }, "application/json")).json();
  if (!answer.data) {
    $("docs").replaceChildren(element("p", answer.errors?.[0]?.message ?? "The schema can't be read."));
    return;
  }
  const first = ["Query", "Mutation", "Subscription"];
  const rank = (type) => (first.includes(type.name) ? first.indexOf(type.name) : first.length);
  const types = answer.data.__schema.types.filter((type) => !type.name.startsWith("__"));
  types.sort((one, other) => rank(one) - rank(other) || one.name.localeCompare(other.name));
  $("docs").replaceChildren(...types.map(section));
}

function find() {
  const words = $("find").value.trim().toLowerCase();
  for (const part of $("docs").children) part.hidden = !(part.dataset.words ?? "").includes(words);
}

function choose(example) {
  $("query").value = example.query.join("\n");
  $("variables").value = example.variables ? JSON.stringify(example.variables, null, 2) : "";
}

async function loadExamples() {
  const examples = await (await fetch("/console/examples.json")).json();
  $("examples").append(...examples.map((example, index) => new Option(example.name, String(index))));
  $("examples").addEventListener("change", () => choose(examples[Number($("examples").value)]));
  if (!$("query").value) choose(examples[0]);
}

function start() {
  loadExamples();
  $("run").addEventListener("click", run);
  $("stop").addEventListener("click", () => running?.abort());
  $("find").addEventListener("input", find);
  $("token").addEventListener("change", loadSchema);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      run();
    }
  });
  loadSchema().catch((error) => $("docs").replaceChildren(element("p", error.message)));
}

start();
