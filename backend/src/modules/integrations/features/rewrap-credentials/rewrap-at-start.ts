import { Injectable, Logger, type OnApplicationBootstrap } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import { Configuration } from '#infrastructure/config/configuration.ts';
import { RewrapCredentials } from './rewrap-credentials.command.ts';

/** After a key was added in front of the ring, the next start of a worker moves everything to it, in the background. */
@Injectable()
export class RewrapAtStart implements OnApplicationBootstrap {
  readonly #logger = new Logger('vault');

  constructor(
    private readonly configuration: Configuration,
    private readonly commands: CommandBus,
  ) {}

  onApplicationBootstrap(): void {
    if (!this.configuration.roles.has('worker')) return;
    this.commands.execute(new RewrapCredentials()).then(
      (moved) => {
        if (moved > 0) this.#logger.log({ msg: 'credentials are under the newest key', moved });
      },
      (error: unknown) => {
        this.#logger.warn({ msg: 'credentials keep their old key until the next start', err: error });
      },
    );
  }
}
