import { z } from 'zod';
import { categoryColors, categoryMarks } from './category-style.ts';
import {
  count,
  envelope,
  id,
  optionalText,
  pageQuery,
  requiredText,
  searchQuery,
  slugParams,
  timestamp,
} from './common.ts';
import { defineEndpoint } from './endpoint.ts';

const color = z.enum(categoryColors);
const mark = z.enum(categoryMarks);
/** Null means the colour of links, and a tag. */
const styleFields = { color: color.nullable(), mark: mark.nullable() };

export const category = z.object({
  id: id(),
  name: z.string(),
  slug: z.string(),
  description: z.string(),
  ...styleFields,
  posts_count: count(),
  created_at: timestamp(),
});
export type Category = z.infer<typeof category>;

export const categoryInfo = z.object({ id: id(), name: z.string(), slug: z.string(), ...styleFields });
export type CategoryInfo = z.infer<typeof categoryInfo>;

export const categoryNameMaxLength = 100;
export const categoryDescriptionMaxLength = 2_000;

const name = () => requiredText(categoryNameMaxLength, { required: 'categories.nameRequired' });
const description = () => optionalText(categoryDescriptionMaxLength);
const styleInputs = { color: color.nullish(), mark: mark.nullish() };
export const categoryBody = z.object({ name: name(), description: description(), ...styleInputs });

export const categoryChanges = categoryBody.partial({ name: true });

export const listCategories = defineEndpoint('listCategories', {
  tag: 'categories',
  summary: 'Categories by name',
  auth: 'optional',
  query: z.object({ ...pageQuery, ...searchQuery(['name', 'created_at']) }),
  responses: { 200: envelope(category) },
  errors: [404],
});

export const getCategory = defineEndpoint('getCategory', {
  tag: 'categories',
  summary: 'One category by slug or id',
  auth: 'optional',
  params: slugParams,
  responses: { 200: category },
});

export const createCategory = defineEndpoint('createCategory', {
  tag: 'categories',
  summary: 'Create a category; its slug is generated from its name',
  auth: 'categories.manage',
  body: categoryBody,
  errorMessages: { 400: [{ field: 'name', key: 'categories.nameTaken' }] },
  responses: { 201: category },
});

export const replaceCategory = defineEndpoint('replaceCategory', {
  tag: 'categories',
  summary: 'Change a category; the name is required, missing other fields and the slug stay unchanged',
  auth: 'categories.manage',
  params: slugParams,
  body: categoryBody,
  errorMessages: { 400: [{ field: 'name', key: 'categories.nameTaken' }] },
  responses: { 200: category },
});

export const updateCategory = defineEndpoint('updateCategory', {
  tag: 'categories',
  summary: 'Change the given fields of a category; its slug stays unchanged',
  auth: 'categories.manage',
  params: slugParams,
  body: categoryChanges,
  errorMessages: { 400: [{ field: 'name', key: 'categories.nameTaken' }] },
  responses: { 200: category },
});

export const deleteCategory = defineEndpoint('deleteCategory', {
  tag: 'categories',
  summary: 'Delete a category; its posts stay, without a category',
  auth: 'categories.manage',
  params: slugParams,
  responses: { 204: null },
});
