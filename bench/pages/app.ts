/** A single-page app that fetches its data after load. Runs in the browser. */
import { createElement, useEffect, useState } from "react";
import { createRoot } from "react-dom/client";

interface Row {
  id: number;
  text: string;
}

function App() {
  const [rows, setRows] = useState<Row[]>([]);
  useEffect(() => {
    const load = async () => {
      const response = await fetch("/data.json");
      setRows(await response.json());
    };
    void load();
  }, []);
  return createElement(
    "ol",
    null,
    rows.map((row) => createElement("li", { key: row.id }, row.text)),
  );
}

const root = document.getElementById("root");
if (root) createRoot(root).render(createElement(App));
