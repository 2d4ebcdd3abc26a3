const SECRET_BYTES = 32;

/** A new secret in the format of Standard Webhooks: `whsec_` and random bytes in Base64. */
export function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(SECRET_BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
