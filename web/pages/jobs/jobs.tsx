/** The jobs: the list with filters, the page of one job, and two jobs side by side. */
import { Route, Switch } from "wouter";
import { Compare } from "./compare.tsx";
import { JobPage } from "./job-page.tsx";
import { JobsPage } from "./jobs-page.tsx";

export function Jobs() {
  return (
    <Switch>
      <Route path="/jobs" component={JobsPage} />
      <Route path="/jobs/compare" component={Compare} />
      <Route path="/jobs/:id">{({ id }) => <JobPage key={id} id={id} />}</Route>
    </Switch>
  );
}
