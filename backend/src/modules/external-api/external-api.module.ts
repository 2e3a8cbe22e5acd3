import { Module } from '@nestjs/common';

/** What other programs get beside single calls: the feed of events, webhooks, tools for assistants, and the document of the API. */
@Module({})
export class ExternalApiModule {}
