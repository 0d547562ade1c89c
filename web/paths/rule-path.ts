import type { RuleId } from '#contract/rules.ts';
import { ruleAnchor } from '#locales/ru/rules.ts';

export const rulePath = (rule: RuleId): string => `/rules#${ruleAnchor(rule)}`;
