import Eye from 'lucide-react/icons/eye';
import EyeOff from 'lucide-react/icons/eye-off';
import { type ComponentProps, useState } from 'react';
import * as loginMessages from '#locales/ru/login.ts';
import { IconButton } from '#web/ui/button.tsx';
import { Input } from '#web/ui/input.tsx';

/** A password input with a button that shows the text. Used inside a `Field`. */
export function PasswordInput(props: Omit<ComponentProps<'input'>, 'type' | 'className'>) {
  const [isShown, setShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <span className="relative block">
      <Input {...props} type={isShown ? 'text' : 'password'} spellCheck={false} className="pr-12" />
      <IconButton
        label={isShown ? loginMessages.hidePassword : loginMessages.showPassword}
        onClick={() => setShown(!isShown)}
        className="needs-script absolute top-0 right-0"
      >
        <Icon aria-hidden className="size-5" />
      </IconButton>
    </span>
  );
}
