import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';

type Property = { type?: string | string[]; anyOf?: Property[]; maxLength?: number; format?: string };

export type TextField = { place: 'body' | 'query'; name: string; limit: number };

/** A body may have one megabyte, a request line 16 kB with percent-encoding. */
const longestInBody = 200_000;
const longestInQuery = 1_200;

const isText = ({ type, anyOf, format }: Property): boolean =>
  format !== 'binary' && ([type].flat().includes('string') || (anyOf ?? []).some(isText));
const limitOf = ({ maxLength, anyOf }: Property): number | undefined =>
  maxLength ?? anyOf?.map(limitOf).find((limit) => limit !== undefined);

/** Every text field of an endpoint in its body or query, with its maximum length. */
export function textFieldsOf({ body, query }: Endpoint): TextField[] {
  const fields = (place: TextField['place'], schema: z.ZodObject | undefined, longest: number) => {
    if (!schema) return [];
    const { properties = {} } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return Object.entries(properties as Record<string, Property>)
      .filter(([, property]) => isText(property))
      .map(([name, property]) => ({ place, name, limit: Math.min(limitOf(property) ?? longest, longest) }));
  };
  return [...fields('body', body, longestInBody), ...fields('query', query, longestInQuery)];
}
