import type Stripe from 'stripe';

/**
 * Complete objects of Stripe's API. They have the types of the SDK, so an unknown or a missing field does not compile.
 */

type SessionParts = Pick<
  Stripe.Checkout.Session,
  | 'id'
  | 'amount_total'
  | 'currency'
  | 'metadata'
  | 'customer_email'
  | 'success_url'
  | 'cancel_url'
  | 'client_reference_id'
  | 'created'
>;

const dayInSeconds = 86_400;

export const openSession = (parts: SessionParts): Stripe.Checkout.Session => ({
  object: 'checkout.session',
  adaptive_pricing: { enabled: false },
  after_expiration: null,
  allow_promotion_codes: null,
  allowed_payment_method_types: null,
  amount_subtotal: parts.amount_total,
  automatic_tax: { enabled: false, liability: null, provider: null, status: null },
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  custom_fields: [],
  custom_text: {
    after_submit: null,
    shipping_address: null,
    submit: null,
    terms_of_service_acceptance: null,
  },
  customer: null,
  customer_account: null,
  customer_creation: 'if_required',
  customer_details: null,
  discounts: null,
  expires_at: parts.created + dayInSeconds,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  livemode: false,
  locale: null,
  managed_payments: null,
  mode: 'payment',
  origin_context: null,
  payment_intent: null,
  payment_link: null,
  payment_method_collection: 'if_required',
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_status: 'unpaid',
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  setup_intent: null,
  shipping_address_collection: null,
  shipping_cost: null,
  shipping_options: [],
  status: 'open',
  submit_type: null,
  subscription: null,
  total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
  ui_mode: 'hosted_page',
  url: `https://checkout.stripe.com/c/pay/${parts.id}`,
  wallet_options: null,
  ...parts,
});

type IntentParts = Pick<Stripe.PaymentIntent, 'id' | 'amount' | 'currency' | 'metadata' | 'created'>;

/** The payment intent of an unpaid session. */
export const unpaidIntent = (parts: IntentParts): Stripe.PaymentIntent => ({
  object: 'payment_intent',
  allowed_payment_method_types: null,
  amount_capturable: 0,
  amount_received: 0,
  application: null,
  application_fee_amount: null,
  automatic_payment_methods: null,
  canceled_at: null,
  cancellation_reason: null,
  capture_method: 'automatic_async',
  client_secret: `${parts.id}_secret_1`,
  confirmation_method: 'automatic',
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  last_payment_error: null,
  latest_charge: null,
  livemode: false,
  managed_payments: null,
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: {},
  payment_method_types: ['card'],
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'requires_payment_method',
  transfer_group: null,
  ...parts,
});

type ChargeParts = Pick<Stripe.Charge, 'id' | 'amount' | 'currency' | 'payment_intent' | 'created'>;

export const paidCharge = (parts: ChargeParts): Stripe.Charge => ({
  object: 'charge',
  amount_captured: parts.amount,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: true,
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: null,
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: true,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
  ...parts,
});

type RefundParts = Pick<
  Stripe.Refund,
  'id' | 'amount' | 'currency' | 'payment_intent' | 'charge' | 'metadata' | 'status' | 'created'
>;

export const newRefund = (parts: RefundParts): Stripe.Refund => ({
  object: 'refund',
  balance_transaction: null,
  customer: null,
  customer_account: null,
  payment_method: null,
  reason: null,
  receipt_number: null,
  source_transfer_reversal: null,
  transfer_reversal: null,
  ...parts,
});

type DisputeParts = Pick<
  Stripe.Dispute,
  'id' | 'amount' | 'currency' | 'payment_intent' | 'charge' | 'status' | 'created'
>;

export const newDispute = (parts: DisputeParts): Stripe.Dispute => ({
  object: 'dispute',
  balance_transactions: [],
  enhanced_eligibility_types: [],
  evidence: {
    access_activity_log: null,
    billing_address: null,
    cancellation_policy: null,
    cancellation_policy_disclosure: null,
    cancellation_rebuttal: null,
    customer_communication: null,
    customer_email_address: null,
    customer_name: null,
    customer_purchase_ip: null,
    customer_signature: null,
    duplicate_charge_documentation: null,
    duplicate_charge_explanation: null,
    duplicate_charge_id: null,
    enhanced_evidence: {},
    product_description: null,
    receipt: null,
    refund_policy: null,
    refund_policy_disclosure: null,
    refund_refusal_explanation: null,
    service_date: null,
    service_documentation: null,
    shipping_address: null,
    shipping_carrier: null,
    shipping_date: null,
    shipping_documentation: null,
    shipping_tracking_number: null,
    uncategorized_file: null,
    uncategorized_text: null,
  },
  evidence_details: {
    due_by: null,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: false,
  livemode: false,
  metadata: {},
  reason: 'general',
  ...parts,
});
