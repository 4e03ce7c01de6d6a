/** The jobs: the list with filters, the page of one job, and two jobs side by side. Each is a separate chunk. */
import { lazy } from "react";
import { Route, Switch } from "wouter";

const JobsPage = lazy(async () => ({ default: (await import("./jobs-page.tsx")).JobsPage }));
const JobPage = lazy(async () => ({ default: (await import("./job-page.tsx")).JobPage }));
const Compare = lazy(async () => ({ default: (await import("./compare.tsx")).Compare }));

export function Jobs() {
  return (
    <Switch>
      <Route path="/jobs" component={JobsPage} />
      <Route path="/jobs/compare" component={Compare} />
      <Route path="/jobs/:id">{({ id }) => <JobPage key={id} id={id} />}</Route>
    </Switch>
  );
}
