/** The dashboard and the page of all usage. Each is a separate chunk. */
import { lazy } from "react";
import { Route, Switch } from "wouter";

const Overview = lazy(async () => ({ default: (await import("./overview.tsx")).Overview }));
const UsagePage = lazy(async () => ({ default: (await import("./usage-page.tsx")).UsagePage }));

export function Dashboard() {
  return (
    <Switch>
      <Route path="/dashboard/usage" component={UsagePage} />
      <Route component={Overview} />
    </Switch>
  );
}
