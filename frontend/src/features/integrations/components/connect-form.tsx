import type { Platform } from '@posthorn/contracts/shared/platform';
import type { UseMutationResult } from '@tanstack/react-query';
import type { ReactNode, SubmitEvent } from 'react';
import { fieldsOf, messageOf } from '#lib/api-client.ts';
import { PLATFORM_NAMES } from '#lib/platform-names.ts';
import { Button } from '#ui/button.tsx';
import { Note } from '#ui/note.tsx';
import { SETUP_TEXT } from '../messages/accounts.en.ts';

/** `already`: the account was connected before. */
export type OnConnected = (already: boolean) => void;

type ConnectFormProps = Readonly<{
  platform: Platform;
  /** The message if the server gives no reason. */
  fallback: string;
  connect: Pick<UseMutationResult, 'error' | 'isPending' | 'isSuccess'>;
  onSubmit: (event: SubmitEvent<HTMLFormElement>) => Promise<void>;
  /** `secondary` if the screen offers another method first. */
  variant?: 'primary' | 'secondary';
  children: ReactNode;
}>;

/** The fields, the reason of a refusal, and the button. The button stays disabled after the account is connected. */
export function ConnectForm({
  platform,
  fallback,
  connect,
  onSubmit,
  variant = 'primary',
  children,
}: ConnectFormProps) {
  const action = SETUP_TEXT.connect(PLATFORM_NAMES[platform]);
  return (
    <form className="space-y-4" noValidate onSubmit={(event) => void onSubmit(event)} aria-label={action}>
      {children}
      {/* Shows no second message if a field already shows its error. */}
      {connect.error && Object.keys(fieldsOf(connect.error)).length === 0 && (
        <Note kind="error">{messageOf(connect.error, fallback)}</Note>
      )}
      <Button
        type="submit"
        variant={variant}
        size="large"
        className="w-full"
        disabled={connect.isPending || connect.isSuccess}
      >
        {connect.isPending ? SETUP_TEXT.connecting : action}
      </Button>
    </form>
  );
}
