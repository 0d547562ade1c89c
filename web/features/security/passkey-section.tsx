import { useEffect, useState } from 'react';
import { type Passkey, passkeyNameMaxLength } from '#contract/security.ts';
import * as securityPageMessages from '#locales/ru/security-page.ts';
import { Button } from '#web/ui/button.tsx';
import { AddPasskey } from './add-passkey.tsx';
import { PasskeyItem } from './passkey-item.tsx';
import { Section } from './section.tsx';

type SectionProps = {
  passkeys: Passkey[];
  isSupported: () => boolean;
  create: () => Promise<unknown>;
  /** Receives the recovery codes, which are none unless this is the first factor. */
  onAdded: (codes: string[]) => void;
  onChanged: () => void;
};

/** The passkeys of the account. `create` makes one on this device. */
export function PasskeySection({ passkeys, isSupported, create, onAdded, onChanged }: SectionProps) {
  const [hasSupport, setSupport] = useState(true);
  const [isAdding, setAdding] = useState(false);
  useEffect(() => setSupport(isSupported()), [isSupported]);

  return (
    <Section title={securityPageMessages.passkeysHeading} text={securityPageMessages.passkeysText}>
      {passkeys.length > 0 && (
        <ul className="w-full divide-y divide-rule border-y border-rule">
          {passkeys.map((passkey) => (
            <PasskeyItem key={passkey.id} passkey={passkey} onChanged={onChanged} />
          ))}
        </ul>
      )}
      {!hasSupport && <p className="text-sm text-muted">{securityPageMessages.passkeysUnsupported}</p>}
      {hasSupport && isAdding && (
        <AddPasskey
          maxLength={passkeyNameMaxLength}
          create={create}
          onCancel={() => setAdding(false)}
          onAdded={(codes) => {
            setAdding(false);
            onAdded(codes);
          }}
        />
      )}
      {hasSupport && !isAdding && (
        <Button variant="secondary" onClick={() => setAdding(true)}>
          {securityPageMessages.passkeyAdd}
        </Button>
      )}
    </Section>
  );
}
