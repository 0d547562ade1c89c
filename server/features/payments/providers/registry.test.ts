import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { loadConfig } from '#server/config.ts';
import { realProviders } from '#server/features/payments/index.ts';
import { providerDefinitions } from './registry.ts';

const documentation = readFileSync('docs/payments.md', 'utf8');

describe.each([...providerDefinitions])('the definition of %s', (name, definition) => {
  it('lists its secrets among its variables', () => {
    expect(definition.variables).toEqual(expect.arrayContaining(definition.secretVariables));
  });

  it('disables the provider while its variables are not set', () => {
    const setup = definition.configure({}, []);
    expect(setup.missing).toEqual(setup.requiredVariables);
    expect(setup.missing.length).toBeGreaterThan(0);
    expect(setup.create).toBeUndefined();
  });

  it('has its variables described in docs/payments.md', () => {
    expect(definition.variables.filter((variable) => !documentation.includes(`\`${variable}\``))).toEqual([]);
  });

  it('can be the preferred provider', () => {
    expect(loadConfig({ PAYMENT_PROVIDER: name }).payments.preferred).toBe(name);
  });
});

it('has a definition for every provider except the sandbox', () => {
  expect([...providerDefinitions.keys()]).toEqual(realProviders);
});
