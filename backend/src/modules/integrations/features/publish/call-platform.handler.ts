import { CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Connectors } from '../../connectors/connectors.ts';
import { CallPlatform, type CallOutcome, type Unsent } from '../../public.ts';
import { withAskedOptions } from './asked-options.ts';
import { FinalCalls } from './final-calls.ts';

@CommandHandler(CallPlatform)
export class CallPlatformHandler implements ICommandHandler<CallPlatform> {
  constructor(
    private readonly calls: FinalCalls,
    private readonly connectors: Connectors,
  ) {}

  async execute({ publication, refs, signal }: CallPlatform): Promise<CallOutcome & Unsent> {
    const connector = this.connectors.of(publication.platform);
    const asked = withAskedOptions(publication, connector.descriptor);
    return this.calls.make(publication, [publication, refs], (access) =>
      connector.call(access, asked, refs, signal),
    );
  }
}
