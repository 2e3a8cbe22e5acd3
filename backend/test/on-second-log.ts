// Set-up of the project "EventStoreDB client" in `jest.e2e.config.js`.
process.env['POSTHORN_TEST_LOG'] = 'eventstoredb';
process.env['POSTHORN_TEST_SECOND_RUN'] = '1';
