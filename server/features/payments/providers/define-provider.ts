import { z } from 'zod';
import type { Clock } from '#server/platform/clock.ts';
import type { PaymentProvider } from '../provider.ts';

type Env = Record<string, string | undefined>;
type Deps = { clock: Clock };

/** What the environment says about one provider. */
export type ProviderSetup = {
  requiredVariables: string[];
  /** The required variables that are not set; the provider is disabled unless there are none. */
  missing: string[];
  /** Creates the provider; undefined if it is disabled. */
  create: ((deps: Deps) => Promise<PaymentProvider>) | undefined;
};

export type ProviderDefinition = {
  variables: string[];
  /** Variables whose value can also be read from a file (`NAME_FILE`). */
  secretVariables: string[];
  /** Reads the settings; adds a line to `problems` for each invalid variable. */
  configure(env: Env, problems: string[]): ProviderSetup;
};

type Definition<Variables extends z.ZodRawShape> = {
  /** One Zod schema for each environment variable. Variables without a default are required unless optional. */
  variables: Variables;
  secretVariables: Array<keyof Variables & string>;
  create(settings: z.infer<z.ZodObject<Variables>>, deps: Deps): Promise<PaymentProvider>;
};

/** Defines a payment provider: its environment variables with their checks, and the function that creates it. */
export function defineProvider<Variables extends z.ZodRawShape>({
  variables,
  secretVariables,
  create,
}: Definition<Variables>): ProviderDefinition {
  const schema = z.object(variables);
  const names = Object.keys(variables);
  const requiredVariables = (schema.safeParse({}).error?.issues ?? []).map(({ path }) => String(path[0]));
  return {
    variables: names,
    secretVariables,
    configure(env, problems) {
      const missing = requiredVariables.filter((name) => env[name] === undefined);
      const { data, error } = schema.safeParse(env);
      for (const { path, message } of error?.issues ?? []) {
        const name = String(path[0]);
        if (!missing.includes(name)) problems.push(`${name}: ${message}`);
      }
      return { requiredVariables, missing, create: data && ((deps) => create(data, deps)) };
    },
  };
}
