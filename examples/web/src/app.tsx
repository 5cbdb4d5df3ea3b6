import { useState } from "react";
import { ListView } from "./list-view.js";
import { orderList, reportList } from "./lists.js";
import { RecordForm } from "./record-form.js";

const TABS = ["Reports", "Purchase orders", "New record"] as const;

export function App() {
  const [tab, setTab] = useState<(typeof TABS)[number]>("Reports");
  return (
    <>
      <header>
        <h1>Inspection desk</h1>
        <nav aria-label="Views">
          {TABS.map((name) => (
            <button
              key={name}
              type="button"
              aria-current={name === tab ? "page" : undefined}
              onClick={() => setTab(name)}
            >
              {name}
            </button>
          ))}
        </nav>
      </header>
      <main>
        {tab === "Reports" && <ListView key={tab} list={reportList} />}
        {tab === "Purchase orders" && <ListView key={tab} list={orderList} />}
        {tab === "New record" && <RecordForm />}
      </main>
    </>
  );
}
