import { screen, waitFor } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { mock, renderApp } from "./setup.js";

const PATIENCE = { timeout: 60_000 };
const position = () => screen.findByText(/ of \d+$/, undefined, PATIENCE);

it("shows a list page by page", async () => {
  renderApp();
  expect((await position()).textContent).toBe("1–15 of 1000");
  expect(screen.getAllByRole("row")).toHaveLength(16);
  await userEvent.click(screen.getByRole("button", { name: "Next" }));
  await screen.findByText("16–30 of 1000", undefined, PATIENCE);
  await userEvent.click(screen.getByRole("button", { name: "Last page" }));
  await screen.findByText("991–1000 of 1000", undefined, PATIENCE);
  expect(screen.getByRole<HTMLButtonElement>("button", { name: "Next" }).disabled).toBe(true);
});

it("filters by the day of the last update", async () => {
  renderApp();
  await position();
  await userEvent.type(screen.getByLabelText("Updated from"), "2026-11-01");
  await waitFor(async () => expect((await position()).textContent).toMatch(/^1–15 of \d{2,3}$/), PATIENCE);
});

it("shows an error with the request ID, and retries", async () => {
  mock.use({ name: "broken", summary: "The key has expired.", faults: [{ status: 401 }] });
  renderApp();
  const alert = await screen.findByRole("alert", undefined, PATIENCE);
  expect(alert.textContent).toMatch(/The API key of this application was rejected.*Request [0-9a-f-]{36}/);
  mock.use("none");
  await userEvent.click(screen.getByRole("button", { name: "Try again" }));
  await position();
});
