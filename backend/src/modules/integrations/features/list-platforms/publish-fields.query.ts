import { CONNECT_TEXT } from '@posthorn/contracts/integrations/connect-text';
import type { OptionField } from '@posthorn/contracts/integrations/publish-options';
import { Query, QueryHandler, type IQueryHandler } from '@nestjs/cqrs';
import { OutgoingError } from '#infrastructure/outgoing/outgoing-error.ts';
import { AccountIsMissing } from '../../domain/integrations.errors.ts';
import { BreakerOpen } from '#infrastructure/outgoing/breaker.ts';
import { ServerUnreachable } from '#connectors/kit/connect-failures.ts';
import { CallHadNoEffect } from '#connectors/kit/outcomes.ts';
import { Connectors } from '#connectors/connectors.ts';
import { EventReader } from '#infrastructure/event-log/event-reader.ts';
import { accountStream } from '../../domain/account/account.ts';
import { AccountSession } from '../../gateways/connectors/publish/account-session.ts';
import { problemText } from '@posthorn/contracts/scheduling/target-problems';
import { refusal } from '@posthorn/contracts/shared/refusal';

class AccountNeedsLogin extends refusal('integrations.reconnect', problemText('reconnect', 'failed')) {}

/** The publish fields of an account's platform, with the choices that this account has. */
export class PublishFieldsOf extends Query<readonly OptionField[]> {
  constructor(
    readonly ownerId: string,
    readonly accountId: number,
  ) {
    super();
  }
}

type FieldsRead = Readonly<{ kind: 'fields'; fields: readonly OptionField[] }>;

@QueryHandler(PublishFieldsOf)
export class PublishFieldsOfHandler implements IQueryHandler<PublishFieldsOf> {
  constructor(
    private readonly reader: EventReader,
    private readonly accounts: AccountSession,
    private readonly connectors: Connectors,
  ) {}

  /** @throws AccountIsMissing, AccountNeedsLogin, ServerUnreachable */
  async execute({ ownerId, accountId }: PublishFieldsOf): Promise<readonly OptionField[]> {
    const { state } = await this.reader.load(accountStream, accountId);
    if (state.status === 'new' || state.status === 'disconnected' || state.connection.ownerId !== ownerId)
      throw new AccountIsMissing();
    const connector = this.connectors.connectorOf(state.connection.platform);
    const { publishFields, descriptor } = connector;
    if (!publishFields) return descriptor.options;
    try {
      const result = await this.accounts.withAccount<FieldsRead>(
        // There is no post: reading the fields claims no remote post.
        { accountId, ownerId, postId: 0 },
        async (access) => ({
          kind: 'fields',
          fields: await publishFields.call(connector, access),
        }),
      );
      if (result.kind !== 'fields') throw new AccountNeedsLogin();
      return result.fields;
    } catch (error) {
      const cause = error instanceof CallHadNoEffect ? error.cause : error;
      if (cause instanceof OutgoingError || cause instanceof BreakerOpen)
        throw new ServerUnreachable(CONNECT_TEXT.serverUnreachable(descriptor.name), {
          host: descriptor.name,
        });
      throw error;
    }
  }
}
