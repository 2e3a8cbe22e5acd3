import { Injectable } from '@nestjs/common';
import { Connectors } from '#connectors/connectors.ts';
import {
  Publishing,
  type CallOutcome,
  type LookUpOutcome,
  type OutgoingPublication,
  type PrepareOutcome,
  type PublishRefs,
  type Unsent,
} from '../../../ports/publishing.ts';
import { withApplicableOptions } from './applicable-options.ts';
import { FinalCalls } from './final-calls.ts';
import { storableRefs } from './storable-outcome.ts';
import { AccountSession } from './account-session.ts';

@Injectable()
export class ConnectorPublishing extends Publishing {
  constructor(
    private readonly accounts: AccountSession,
    private readonly calls: FinalCalls,
    private readonly connectors: Connectors,
  ) {
    super();
  }

  async prepare(
    publication: OutgoingPublication,
    refs: PublishRefs | null,
    save: (refs: PublishRefs) => Promise<void>,
    signal: AbortSignal,
  ): Promise<PrepareOutcome> {
    const connector = this.connectors.connectorOf(publication.platform);
    const applicable = withApplicableOptions(publication, connector.descriptor);
    const saveStorable = (newRefs: PublishRefs) => save(storableRefs(newRefs));
    return this.accounts.withAccount(
      publication,
      (access) => connector.prepare(access, applicable, refs, saveStorable, signal),
      { words: [publication, refs], isRepeatable: true },
    );
  }

  async call(
    publication: OutgoingPublication,
    refs: PublishRefs,
    signal: AbortSignal,
  ): Promise<CallOutcome & Unsent> {
    const connector = this.connectors.connectorOf(publication.platform);
    const applicable = withApplicableOptions(publication, connector.descriptor);
    return this.calls.make(publication, [publication, refs], (access) =>
      connector.call(access, applicable, refs, signal),
    );
  }

  async lookUp(
    publication: OutgoingPublication,
    refs: PublishRefs,
    attemptStartedAt: string,
    besides: readonly string[] = [],
  ): Promise<LookUpOutcome> {
    const connector = this.connectors.find(publication.platform);
    if (!connector) return { kind: 'cannot-tell' };
    const ask: Parameters<FinalCalls['lookUp']>[2] = (access) =>
      connector.lookUp(
        access,
        withApplicableOptions(publication, connector.descriptor),
        refs,
        attemptStartedAt,
      );
    return this.calls.lookUp(publication, [publication, refs], ask, besides);
  }
}
