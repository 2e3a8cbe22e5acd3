import type { UserView } from '@posthorn/contracts/identity/session.http';
import { useState } from 'react';
import { lazyPart } from '#lib/lazy-part.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Part } from '#ui/part.tsx';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { SETTINGS_TEXT } from '../messages/settings.en.ts';

const PersonalityDialog = lazyPart(async () => (await import('./personality-dialog.tsx')).PersonalityDialog);

const TEXT = SETTINGS_TEXT.personality;

/** The tone of replies by the AI model, which is a Premium feature. */
export function PersonalityCard({ user }: { user: UserView }) {
  const [isOpen, setOpen] = useState(false);
  const { personalityProfile: personality } = user;
  return (
    <Card aria-labelledby="personality">
      <h2 id="personality" className="text-lg font-semibold">
        {TEXT.heading}
      </h2>
      <p className="mt-1 text-sm text-muted">{TEXT.hint}</p>
      {personality !== null && (
        <p dir="auto" className="mt-3 text-sm wrap-anywhere">
          {personality}
        </p>
      )}
      {user.isPremium ? (
        <Button
          className="mt-3"
          onClick={() => {
            setOpen(true);
          }}
        >
          {personality === null ? TEXT.describe : TEXT.change}
        </Button>
      ) : (
        <p className="mt-1 text-sm">
          <UpgradeLink>{TEXT.premium}</UpgradeLink>
        </p>
      )}
      {isOpen && (
        <Part>
          <PersonalityDialog
            user={user}
            onClose={() => {
              setOpen(false);
            }}
          />
        </Part>
      )}
    </Card>
  );
}
