import { z } from 'zod';
import { envelope, pageQuery, pathId, requiredText } from './common.ts';
import { defineEndpoint } from './endpoint.ts';
import { plan } from './subscribe.ts';

export const planNameMaxLength = 100;
const maxDays = 3_660;
const maxFeatures = 20;

const planPrice = () =>
  z
    .union([z.string(), z.number()], { error: () => 'plans.priceInvalid' })
    .transform(String)
    .pipe(z.string().regex(/^\s*\d{1,9}([.,]\d{1,2})?\s*$/, 'plans.priceInvalid'));
const planFeatures = () =>
  z
    .record(z.string().regex(/^\w{1,50}$/), z.boolean())
    .refine((features) => Object.keys(features).length <= maxFeatures);

/** The body of a plan from the staff form. */
export const planBody = z.object({
  name: requiredText(planNameMaxLength, { required: 'plans.nameRequired' }),
  price: planPrice(),
  duration_days: z
    .int({ error: () => 'plans.daysInvalid' })
    .min(1, 'plans.daysInvalid')
    .max(maxDays, 'plans.daysInvalid'),
  features: planFeatures().optional(),
  is_active: z.boolean().optional(),
});

export const listStaffPlans = defineEndpoint('listStaffPlans', {
  tag: 'subscriptions',
  summary: 'All plans, including withdrawn ones: on sale first, then by price',
  auth: 'plans.manage',
  query: z.object(pageQuery),
  responses: { 200: envelope(plan) },
  errors: [404],
});

export const createPlan = defineEndpoint('createPlan', {
  tag: 'subscriptions',
  summary: 'Put a plan on sale, in the currency of the site',
  auth: 'plans.manage',
  needsConfirmation: true,
  body: planBody,
  responses: { 201: plan },
});

export const updatePlan = defineEndpoint('updatePlan', {
  tag: 'subscriptions',
  summary: 'Change a plan for future purchases, withdraw it or put it back on sale',
  auth: 'plans.manage',
  needsConfirmation: true,
  params: z.object({ id: pathId() }),
  body: planBody.partial(),
  responses: { 200: plan },
});
