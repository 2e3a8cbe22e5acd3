import type { AccountView } from '@posthorn/contracts/integrations/accounts.http';
import { memo, useMemo, useState, type ReactNode } from 'react';
import type { MediaUploads } from '../../api/media-uploads.ts';
import { readAccountMemory } from '../../model/composer/account-memory.ts';
import type { ComposerMediaItem } from '../../model/composer/media-item.ts';
import type { TargetFit } from '../../model/composer/target-fit.ts';
import { useChosenAccounts } from '../../hooks/composer/use-chosen-accounts.ts';
import type { Writer } from '../../model/composer/writer.ts';
import { AccountChooser, AccountsPanel, NoAccounts } from './account-chooser.tsx';
import { AccountEditor } from './account-editor.tsx';
import { AccountOptions } from './account-options.tsx';
import { AccountRow, problemsFirst } from './account-row.tsx';
import type { Fixing } from './fix-buttons.tsx';
import { PostPreviews } from './post-previews.tsx';
import { SharedEditor } from './shared-editor.tsx';
import { Workspace, type ComposerPart } from './workspace.tsx';

/** The number of account pictures that fit in one row on a phone. */
const ON_PHONE = 5;

type PostEditorProps = Readonly<{
  writer: Writer;
  fits: readonly TargetFit[];
  /** The post on an example account, while no account is selected. */
  example: TargetFit | undefined;
  uploads: MediaUploads;
  items: readonly ComposerMediaItem[];
  /** The visible tab and account. `view`: the account in the editor; null: the shared content. */
  place: Readonly<{
    wide: boolean;
    part: ComposerPart;
    setPart: (part: ComposerPart) => void;
    view: number | null;
    show: (view: number | null) => void;
  }>;
  notice: ReactNode;
}>;

/** Arranges the fields, accounts and previews of the form. While the user types, their update has a low priority. */
export const PostEditor = memo(function PostEditor({
  writer,
  fits,
  example,
  uploads,
  items,
  place,
  notice,
}: PostEditorProps) {
  const { wide, part, setPart, view, show } = place;
  const { accounts } = writer;
  const chosen = useChosenAccounts();
  const [{ options: lastOptions = {} }] = useState(() => readAccountMemory(writer.id));
  const lastOf = ({ id }: AccountView) => lastOptions[id] ?? {};
  const { isPremium } = writer;
  const { leave } = chosen;
  const fixing = useMemo<Fixing>(() => ({ isPremium, items, onRemove: leave }), [isPremium, items, leave]);
  const hintOf = ({ platform }: AccountView) =>
    writer.platforms.find((one) => one.platform === platform)?.hint;
  const current = fits.find(({ account }) => account.id === view);
  const [only] = fits.length === 1 && !current ? fits : [];

  const row = wide ? (
    <AccountChooser
      userId={writer.id}
      accounts={accounts}
      chosen={chosen}
      fits={fits}
      view={view}
      onView={show}
    />
  ) : accounts.list.length === 0 && !accounts.failed ? (
    <NoAccounts connect={accounts.connect} />
  ) : (
    fits.length > 0 && (
      <AccountRow
        accounts={problemsFirst(
          fits.map(({ account }) => account),
          fits,
        )}
        fits={fits}
        most={ON_PHONE}
        view={view}
        isChosen={chosen.has}
        fixed
        onView={show}
        onMore={() => {
          setPart('accounts');
        }}
      />
    )
  );
  return (
    <Workspace
      wide={wide}
      part={part}
      onPart={setPart}
      chosen={fits.length}
      accounts={
        accounts.list.length === 0 ? null : (
          <AccountsPanel userId={writer.id} accounts={accounts} chosen={chosen} onView={show} />
        )
      }
      preview={<PostPreviews fits={fits} media={items} view={view} example={example} />}
      write={
        <>
          {notice}
          {row}
          <div hidden={current !== undefined} className="space-y-5">
            <SharedEditor fits={fits} uploads={uploads} items={items} fixing={fixing} onView={show} />
            {only && (
              <AccountOptions
                fit={only}
                hint={hintOf(only.account)}
                items={items}
                last={lastOf(only.account)}
              />
            )}
          </div>
          {current && (
            <AccountEditor
              key={current.account.id}
              fit={current}
              hint={hintOf(current.account)}
              fixing={fixing}
              last={lastOf(current.account)}
            />
          )}
        </>
      }
    />
  );
});
