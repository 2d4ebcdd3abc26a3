const BYTES = 32;

/** A secret as Standard Webhooks has it: `whsec_` and 32 random bytes in base64. */
export function generateSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(BYTES));
  return `whsec_${btoa(String.fromCharCode(...bytes))}`;
}
