import type { PurchaseOrder, Report } from "@metadata-service/client";
import { client } from "./client.js";

/** The first and the last day of updates; an empty string means no limit. */
export interface Filter {
  from: string;
  to: string;
}

/** A list of the API, for the view. */
export interface List<Item> {
  name: string;
  columns: readonly { title: string; value: (item: Item) => string | number | undefined; numeric?: boolean }[];
  hasFilter: boolean;
  /** One page. */
  page(
    query: { limit: number; offset: number; filter: Filter },
    signal: AbortSignal,
  ): Promise<{ items: Item[]; total: number }>;
  /** All pages, fetched in parallel. */
  pages(filter: Filter, signal: AbortSignal): AsyncIterable<{ records: Item[]; total?: number | undefined }>;
}

const day = (timestamp: string) =>
  new Date(timestamp).toLocaleDateString("en-GB", { dateStyle: "medium", timeZone: "UTC" });

/** Converts days to a window. The end of a window is exclusive, so it is the day after the last one. */
function windowOf({ from, to }: Filter) {
  const end = to && new Date(Date.parse(to) + 86_400_000).toISOString();
  return { ...(from && { updated_from: `${from}T00:00:00Z` }), ...(end && { updated_to: end }) };
}

export const reportList: List<Report> = {
  name: "reports",
  hasFilter: true,
  columns: [
    { title: "Case", value: (report) => report.caseNumber ?? report.uid },
    { title: "Inspection", value: (report) => report.bookingType?.replaceAll("-", " ") },
    { title: "Country", value: (report) => report.country },
    { title: "Created", value: (report) => day(report.createdDate) },
    { title: "Updated", value: (report) => day(report.updatedDate) },
  ],
  async page({ limit, offset, filter }, signal) {
    const { data, count } = await client.listReports({ limit, offset, ...windowOf(filter) }, { signal }).page();
    return { items: data, total: count };
  },
  pages: (filter, signal) => client.listReports(windowOf(filter), { signal }).pages(),
};

export const orderList: List<PurchaseOrder> = {
  name: "purchase orders",
  hasFilter: false,
  columns: [
    { title: "Order", value: (order) => order.poNumber ?? order.uid },
    { title: "Status", value: (order) => order.poStatus?.replaceAll("-", " ") },
    { title: "Factory", value: (order) => order.factoryId },
    { title: "Delivery", value: (order) => order.deliveryDate && day(order.deliveryDate) },
    { title: "Pieces", value: (order) => order.totalQuantity?.toLocaleString("en-GB"), numeric: true },
  ],
  async page({ limit, offset }, signal) {
    const { data, total } = await client.listPurchaseOrders({ limit, offset }, { signal }).page();
    return { items: data, total };
  },
  pages: (_filter, signal) => client.listPurchaseOrders({}, { signal }).pages(),
};
