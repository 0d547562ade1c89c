import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

type Property = { type?: string | string[]; anyOf?: Property[]; maxLength?: number; format?: string };

export type TextField = { location: 'body' | 'query'; name: string; limit: number };

/** A body may have one megabyte, a request line 16 kB with percent-encoding. */
const maxBodyLength = 200_000;
const maxQueryLength = 1_200;

const isText = ({ type, anyOf, format }: Property): boolean =>
  format !== 'binary' && ([type].flat().includes('string') || (anyOf ?? []).some(isText));
const findMaxLength = ({ maxLength, anyOf }: Property): number | undefined =>
  maxLength ?? anyOf?.map(findMaxLength).find((limit) => limit !== undefined);

/** Every text field of an endpoint in its body or query, with its maximum length. */
export function listTextFields({ body, query }: Endpoint): TextField[] {
  const fields = (location: TextField['location'], schema: z.ZodObject | undefined, longest: number) => {
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties as Record<string, Property>)
      .filter(([, property]) => isText(property))
      .map(([name, property]) => ({
        location,
        name,
        limit: Math.min(findMaxLength(property) ?? longest, longest),
      }));
  };
  return [...fields('body', body, maxBodyLength), ...fields('query', query, maxQueryLength)];
}
