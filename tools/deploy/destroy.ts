/** `npm run destroy -- --env NAME` deletes a deployment with all its data, after the operator has typed its host name. */
import { parseArgs } from "node:util";
import { ask } from "../ask.ts";
import { run } from "../run.ts";
import { printList } from "../table.ts";
import { planRemoval, remove } from "./deployment.ts";
import { chooseEnvironment, openDeployment } from "./open.ts";
import { Refusal } from "./refusal.ts";

await run(async () => {
  const { values } = parseArgs({ options: { env: { type: "string" } } });
  const environment = chooseEnvironment(values.env);
  const deployment = await openDeployment(environment);
  const planned = await planRemoval(deployment);
  if (planned.length === 0) {
    console.log(`Nothing of ${environment.name} is in the account ${deployment.account.name}.`);
    return;
  }
  printList(
    `This deletes ${environment.name} from the account ${deployment.account.name}, with:`,
    planned.map(({ step, loss }) => [step.name, loss]),
  );
  console.log(
    "\nStripe keeps its customers and subscriptions, and continues to charge them. End them there first.",
  );
  const typed = await ask(`\nType ${environment.host} to delete all of this: `);
  if (typed !== environment.host) throw new Refusal("Nothing was deleted.");
  await remove(deployment, (done) => console.log(`✓ deleted ${done}`));
});
