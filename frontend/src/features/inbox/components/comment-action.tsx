import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';

type CommentActionProps = Pick<ComponentProps<typeof Button>, 'disabled' | 'onClick' | 'children'> &
  Readonly<{
    icon?: Icon;
    /** True for the most important action. */
    isMain?: boolean;
  }>;

/**
 * The look of an action below a comment. The touch target overlaps the line above. The border makes its background smaller, so that the
 * background does not cover that line.
 */
export const ACTION_LOOK = 'border-y-[0.5rem] border-transparent bg-clip-padding px-2.5';

/** An action in the row below a comment or its reply. */
export const CommentAction = ({ icon: Picture, isMain, children, ...button }: CommentActionProps) => (
  <Button variant="quiet" className={isMain ? `${ACTION_LOOK} text-primary` : ACTION_LOOK} {...button}>
    {Picture && <Picture aria-hidden />}
    {children}
  </Button>
);
