// Runs the GraphQL-over-HTTP audits against a URL and writes what failed as JSON, by level.
import { serverAudits } from "graphql-http";

const [url] = process.argv.slice(2);
const levels = {};
for (const audit of serverAudits({ url, fetchFn: fetch })) {
  const level = audit.name.split(" ")[0];
  const outcome = await audit.fn();
  levels[level] ??= { passed: 0, failed: [] };
  if (outcome.status === "ok") levels[level].passed += 1;
  else levels[level].failed.push(`${audit.name}: ${outcome.reason}`);
}
console.log(JSON.stringify(levels));
