import type * as contract from '#contract/security.ts';
import type { EmailChange } from './email-change-service.ts';
import type { Passkey } from './passkey-service.ts';
import type { Overview } from './security-overview-service.ts';
import type { OpenSession } from './session-list-service.ts';

export const presentOverview = (overview: Overview): contract.Security => ({
  totp_enabled_at: overview.totpEnabledAt?.toISOString() ?? null,
  passkeys: overview.passkeys.map(presentPasskey),
  recovery_codes_left: overview.recoveryCodesLeft,
  has_second_factor: overview.hasSecondFactor,
  needs_second_factor: overview.needsSecondFactor,
  email_change: overview.emailChange && presentEmailChange(overview.emailChange),
});

const presentPasskey = (passkey: Passkey): contract.Passkey => ({
  id: passkey.id,
  name: passkey.name,
  is_synced: passkey.isSynced,
  created_at: passkey.createdAt.toISOString(),
  last_used_at: passkey.lastUsedAt?.toISOString() ?? null,
});

const presentEmailChange = (change: EmailChange): contract.EmailChange => ({
  new_email: change.newEmail,
  old_confirmed: change.oldConfirmedAt !== null,
  new_confirmed: change.newConfirmedAt !== null,
  expires_at: change.expiresAt.toISOString(),
});

export const presentSession = (session: OpenSession, presentId: string): contract.OpenSession => ({
  id: session.id,
  device: session.device,
  is_current: session.id === presentId,
  created_at: session.createdAt.toISOString(),
  last_used_at: session.lastUsedAt.toISOString(),
});
