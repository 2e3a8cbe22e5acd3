import type { ComponentProps } from 'react';
import { Button } from '#ui/button.tsx';
import type { Icon } from '#ui/icon.ts';

type CommentActionProps = Pick<ComponentProps<typeof Button>, 'disabled' | 'onClick' | 'children'> &
  Readonly<{
    icon?: Icon;
    /** True for the most important action. */
    isMain?: boolean;
  }>;

/** An action in the row below a comment or its reply. */
export const CommentAction = ({ icon: Picture, isMain, children, ...button }: CommentActionProps) => (
  <Button variant="quiet" className={isMain ? 'px-2.5 text-primary' : 'px-2.5'} {...button}>
    {Picture && <Picture aria-hidden />}
    {children}
  </Button>
);
