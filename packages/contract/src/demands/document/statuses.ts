import { type Case, NotApplicable } from "../../case.js";
import { NOBODY } from "../../credentials.js";
import { type Operation, successOf } from "../../document.js";
import { ContractViolation } from "../../judge.js";
import { validInputs } from "../../resources/valid-inputs.js";
import type { Suite } from "../../suite.js";
import { testCase } from "../test-case.js";

/** One case for each documented status: each operation can return it, with the documented response. */
export function statusCases({ document }: Suite, operation: Operation): Case[] {
  const success = successOf(operation).status;
  const make = (status: string, name: string, run: Case["run"], wire = false) =>
    testCase(operation, { rule: "status", name, id: `responds with ${status}: ${name}`, status, wire, run });
  const others = operation.responses.filter(
    ({ status }) => /^\d{3}$/.test(status) && ![success, "400", "401", "422"].includes(status),
  );
  return [
    make(success, "a valid request", async (context) => {
      await context.exchange(operation, validInputs(document, operation, context.uid()));
    }),
    ...operation.credentials.map((alternative, i) => {
      const name = alternative.map((one) => `${one.in} ${one.name}`).join(" and ") || "no credentials";
      const only = { ...operation, credentials: [alternative] };
      const run: Case["run"] = async (context) => {
        const caller = alternative.length === 0 ? NOBODY : context.target;
        await context.exchange(only, validInputs(document, operation, context.uid()), { caller });
      };
      return make(success, `alternative ${i + 1} of credentials: ${name}`, run, true);
    }),
    ...others.map(({ status }) =>
      make(status, `a valid request, with the header that provokes ${status}`, async (context) => {
        const headers = context.target.provoke?.(Number(status));
        if (!headers)
          throw new NotApplicable(
            `${context.target.name} has no way to provoke a ${status}; for a server, use --provoke-header`,
          );
        const inputs = { ...validInputs(document, operation, context.uid()), headers };
        const { response } = await context.exchange(operation, inputs, { status });
        const wait = response.headers["retry-after"];
        if (status === "429" && wait !== undefined && !/^\d+$/.test(wait) && Number.isNaN(Date.parse(wait)))
          throw new ContractViolation(`Retry-After is "${wait}", neither seconds nor a date (RFC 9110, 10.2.3)`);
      }),
    ),
  ];
}
