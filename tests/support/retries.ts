// `.ci/run` gives each test a second try, and what the first said is printed; by hand nothing is tried twice.
jest.retryTimes(Number(process.env.TEST_RETRIES ?? 0), { logErrorsBeforeRetry: true });
