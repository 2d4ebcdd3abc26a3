import { bodySignature, signatureHeaders } from '../../src/plugins/work-tracking/domain/signature';

it('signs the body as specification 7.2 says: a known answer', () => {
  // The well-known example of HMAC-SHA256.
  expect(bodySignature('The quick brown fox jumps over the lazy dog', 'key')).toBe(
    'sha256=f7bc83f430538424b13298e6aa6fb143ef4d59a14946175997479dbc2d1a3cd8',
  );
});

it('signs as Standard Webhooks says: the known answer of its specification', () => {
  const headers = signatureHeaders({
    body: '{"test": 2432232314}',
    eventId: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
    sentAt: new Date(1614265330 * 1000),
  });
  expect(headers).toMatchObject({
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});
