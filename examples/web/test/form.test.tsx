import { screen, waitFor, within } from "@testing-library/react";
import { userEvent } from "@testing-library/user-event";
import { expect, it } from "vitest";
import { renderApp } from "./setup.js";

const PATIENCE = { timeout: 60_000 };

async function openForm() {
  renderApp();
  await userEvent.click(screen.getByRole("button", { name: "New record" }));
  await userEvent.type(screen.getByLabelText("Record ID"), "lot-7");
}

it("creates a record, and shows its file as an image", async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText("Key"), "photo");
  await userEvent.selectOptions(screen.getByLabelText("Type"), "file");
  await userEvent.type(screen.getByLabelText("Value"), "6f1b2c3d-4e5f-4a6b-8c7d-9e0f1a2b3c4d");
  await userEvent.click(screen.getByRole("button", { name: "Create record" }));
  const record = await screen.findByRole("article", undefined, PATIENCE);
  expect(within(record).getByAltText<HTMLImageElement>("photo").src).toMatch(/\/files\/6f1b2c3d-/);
});

it("shows the message of the service at the field that it names", async () => {
  await openForm();
  await userEvent.type(screen.getByLabelText("Key"), "weight");
  await userEvent.selectOptions(screen.getByLabelText("Type"), "number");
  await userEvent.click(screen.getByRole("button", { name: "Create record" }));
  await waitFor(() => expect(screen.getByLabelText("Value").getAttribute("aria-invalid")).toBe("true"), PATIENCE);
  expect(screen.getByText("must be a number")).toBeTruthy();
  await userEvent.type(screen.getByLabelText("Value"), "12.5");
  await userEvent.click(screen.getByRole("button", { name: "Create record" }));
  expect((await screen.findByRole("article", undefined, PATIENCE)).textContent).toMatch(/weight.*12\.5/);
});
