/**
 * Bindings that a larger deployment has several of: `DB`, then `DB_1`, `DB_2` and so on. Their number is the number of
 * databases or render Workers, so no variable can contradict it.
 */
export function numbered<Name extends string, Binding>(
  env: { readonly [name in Name]: Binding },
  name: Name,
): readonly [Binding, ...Binding[]] {
  const all: [Binding, ...Binding[]] = [env[name]];
  for (;;) {
    // Only tools/built-worker.ts makes these bindings, each of the same kind as the first.
    const next: Binding | undefined = Reflect.get(env, `${name}_${all.length}`);
    if (next === undefined) return all;
    all.push(next);
  }
}
