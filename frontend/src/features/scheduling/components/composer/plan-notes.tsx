import { FREE_SUFFIX } from '@posthorn/contracts/shared/brand';
import { POST_TEXT } from '@posthorn/contracts/scheduling/post-words';
import Sparkles from 'lucide-react/icons/sparkles';
import { useId } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { Switch } from '#ui/switch.tsx';
import { UpgradeLink } from '#ui/upgrade-link.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';
import type { PostFields } from '../../model/composer/post-fields.ts';

const TEXT = COMPOSER_TEXT.options;

export function AiRepliesToggle({ isPremium }: { isPremium: boolean }) {
  const { control } = useFormContext<PostFields>();
  const { field } = useController({ control, name: 'aiRepliesEnabled' });
  const id = useId();
  return (
    <div className="flex flex-wrap items-center gap-x-3">
      <div className="min-w-0 flex-1 basis-32 text-sm">
        <label htmlFor={id} className="font-medium">
          {TEXT.aiReplies}
        </label>
        <p id={`${id}-note`} className="text-muted">
          {isPremium ? TEXT.aiRepliesOn : POST_TEXT.aiPremium}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-note`}
        checked={isPremium && field.value}
        onCheckedChange={field.onChange}
        disabled={!isPremium}
      />
    </div>
  );
}

/** Explains whether the plan adds a line to the text. */
export function PlanNote({ isPremium }: { isPremium: boolean }) {
  if (!isPremium)
    return (
      <div className="text-sm text-muted">
        <p>{TEXT.suffix(FREE_SUFFIX)}</p>
        <UpgradeLink />
      </div>
    );
  return (
    <p className="flex items-center gap-2 text-sm font-medium text-primary">
      <Sparkles aria-hidden className="size-4" />
      {TEXT.premium}
    </p>
  );
}
