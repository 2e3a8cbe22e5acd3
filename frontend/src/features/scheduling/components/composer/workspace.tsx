import type { ReactNode } from 'react';
import { DialogBody } from '#ui/dialog.tsx';
import { Tabs } from '#ui/tabs.tsx';
import { COMPOSER_TEXT } from '../../messages/composer.en.ts';

const TEXT = COMPOSER_TEXT.tabs;

/** The tabs of the composer in a narrow window. */
export type ComposerPart = 'write' | 'accounts' | 'preview';

type WorkspaceProps = Readonly<{
  wide: boolean;
  part: ComposerPart;
  onPart: (part: ComposerPart) => void;
  /** The number of chosen accounts. */
  chosen: number;
  write: ReactNode;
  /** The content of the tab for accounts; null: no such tab. A wide window shows the accounts in the editor instead. */
  accounts: ReactNode;
  preview: ReactNode;
}>;

/** In a wide window: the editor next to the preview, which scroll separately. In a narrow window: tabs. */
export function Workspace({ wide, part, onPart, chosen, write, accounts, preview }: WorkspaceProps) {
  if (wide)
    return (
      <div className="grid min-h-0 flex-1 grid-cols-[minmax(0,1fr)_minmax(0,26rem)] grid-rows-[minmax(0,1fr)]">
        <DialogBody className="space-y-5">{write}</DialogBody>
        <DialogBody className="border-l bg-page">{preview}</DialogBody>
      </div>
    );
  const tabs = [
    { value: 'write', label: TEXT.write, content: <div className="space-y-5">{write}</div> },
    ...(accounts ? [{ value: 'accounts', label: TEXT.accounts(chosen), content: accounts }] : []),
    { value: 'preview', label: TEXT.preview, content: preview },
  ];
  return (
    <DialogBody className="pt-3">
      <Tabs
        label={TEXT.label}
        tabs={tabs}
        keep
        value={part}
        onValueChange={(next) => {
          onPart(next as ComposerPart);
        }}
      />
    </DialogBody>
  );
}
