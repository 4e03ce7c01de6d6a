/** The place of the demo in the landing page. Without a demo it is empty. */
import { lazy, Suspense, useEffect } from "react";
import { useDemo } from "../../client/use-demo.ts";

const loadForm = async () => ({ default: (await import("./demo-form.tsx")).DemoForm });
const DemoForm = lazy(loadForm);

/** As high as the form, so that nothing moves when the form appears. */
function Room() {
  return <div className="min-h-[10.5rem] sm:min-h-[7.5rem]" />;
}

export function DemoSlot() {
  const demo = useDemo();
  useEffect(() => {
    // Loads while the API is asked for the demo.
    void loadForm();
  }, []);
  if (demo.state === "off") return null;
  return (
    <div className="mt-9 max-w-3xl">
      {demo.state === "loading" ? (
        <Room />
      ) : (
        <Suspense fallback={<Room />}>
          <DemoForm />
        </Suspense>
      )}
    </div>
  );
}
