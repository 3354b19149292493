/** One well-known shape of a secret. The first group, where there is one, is the secret itself. */
export interface SecretShape {
  readonly id: string;
  readonly about: string;
  readonly pattern: RegExp;
}

/** The shapes of tokens that say by themselves what they are. */
export const SECRET_SHAPES: readonly SecretShape[] = [
  {
    id: 'private-key',
    about: 'a private key',
    pattern:
      /-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----[\s\S]{20,}?(?:-----END (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----|$)/g,
  },
  { id: 'age-key', about: 'an age key', pattern: /\bAGE-SECRET-KEY-1[0-9A-Z]{58}\b/g },
  { id: 'aws-access-key', about: 'an AWS access key', pattern: /\b(?:AKIA|ASIA|ABIA|ACCA)[A-Z2-7]{16}\b/g },
  {
    id: 'github-token',
    about: 'a GitHub token',
    pattern: /\bgh[pousr]_[A-Za-z0-9]{36,255}\b|\bgithub_pat_[A-Za-z0-9]{22}_[A-Za-z0-9]{59}\b/g,
  },
  { id: 'gitlab-token', about: 'a GitLab token', pattern: /\bgl(?:pat|dt|rt|cbt|ptt|ft|imt|agent|oas)-[\w-]{20,}/g },
  {
    id: 'slack-token',
    about: 'a Slack token',
    pattern: /\bxox[abeoprs]-(?:\d+-)*[A-Za-z0-9-]{10,}|\bxapp-\d-[A-Z0-9]+-\d+-[a-z0-9]+/g,
  },
  {
    id: 'slack-webhook',
    about: 'a Slack webhook',
    pattern: /https:\/\/hooks\.slack\.com\/(?:services|workflows|triggers)\/[\w/]{20,}/g,
  },
  {
    id: 'discord-webhook',
    about: 'a Discord webhook',
    pattern: /https:\/\/(?:\w+\.)?discord(?:app)?\.com\/api\/webhooks\/\d{16,20}\/[\w-]{60,}/g,
  },
  { id: 'discord-token', about: 'a Discord token', pattern: /\b[MNO][A-Za-z\d_-]{23,25}\.[\w-]{6}\.[\w-]{27,38}\b/g },
  {
    id: 'stripe-key',
    about: 'a Stripe key',
    pattern: /\b(?:sk|rk)_live_[A-Za-z0-9]{16,}\b|\bwhsec_[A-Za-z0-9]{32,}\b/g,
  },
  { id: 'anthropic-key', about: 'an Anthropic key', pattern: /\bsk-ant-(?:api|admin|oat)\d{2}-[\w-]{80,}/g },
  {
    id: 'openai-key',
    about: 'an OpenAI key',
    pattern:
      /\bsk-(?:proj|svcacct|admin)-[\w-]{40,}|\bsk-[A-Za-z0-9]{20}T3BlbkFJ[A-Za-z0-9]{20}\b|\bsk-[A-Za-z0-9]{48}\b/g,
  },
  { id: 'npm-token', about: 'an npm token', pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
  { id: 'pypi-token', about: 'a PyPI token', pattern: /\bpypi-AgE[\w-]{50,}/g },
  {
    id: 'google-key',
    about: 'a Google key',
    pattern: /\bAIza[\w-]{35}(?![\w-])|\bGOCSPX-[\w-]{28}(?![\w-])|\bya29\.[\w-]{60,}/g,
  },
  { id: 'sendgrid-key', about: 'a SendGrid key', pattern: /\bSG\.[\w-]{22}\.[\w-]{43}(?![\w-])/g },
  { id: 'twilio-key', about: 'a Twilio key', pattern: /\bSK[0-9a-f]{32}\b/g },
  { id: 'telegram-token', about: 'a Telegram token', pattern: /\b\d{8,10}:AA[\w-]{32,34}(?![\w-])/g },
  { id: 'digitalocean-token', about: 'a DigitalOcean token', pattern: /\bdo[opr]_v1_[0-9a-f]{64}\b/g },
  { id: 'shopify-token', about: 'a Shopify token', pattern: /\bshp(?:at|ca|pa|ss)_[0-9a-fA-F]{32}\b/g },
  { id: 'huggingface-token', about: 'a Hugging Face token', pattern: /\bhf_[A-Za-z]{34}\b/g },
  { id: 'databricks-token', about: 'a Databricks token', pattern: /\bdapi[0-9a-f]{32}(?:-\d)?\b/g },
  { id: 'docker-token', about: 'a Docker token', pattern: /\bdckr_(?:pat|oat)_[\w-]{27,}/g },
  { id: 'linear-key', about: 'a Linear key', pattern: /\blin_(?:api|oauth)_[A-Za-z0-9]{40,}\b/g },
  { id: 'notion-token', about: 'a Notion token', pattern: /\bntn_[A-Za-z0-9]{40,}\b/g },
  { id: 'vault-token', about: 'a Vault token', pattern: /\bhv[sbr]\.[\w-]{24,}/g },
  { id: 'grafana-token', about: 'a Grafana token', pattern: /\bglsa_[A-Za-z0-9]{32}_[0-9a-fA-F]{8}\b/g },
  { id: 'azure-key', about: 'an Azure storage key', pattern: /\bAccountKey=([A-Za-z0-9+/]{86}==)/g },
  { id: 'json-web-token', about: 'a JSON web token', pattern: /\beyJ[\w-]{10,}\.eyJ[\w-]{10,}\.[\w-]{20,}/g },
  {
    id: 'url-password',
    about: 'a password in an address',
    pattern: /\b[a-z][a-z0-9+.-]{1,15}:\/\/[^\s:@/'"]{1,64}:([^\s:@/'"]{6,128})@[\w.-]+/gi,
  },
  {
    id: 'basic-credentials',
    about: 'a password in a header',
    pattern: /\bAuthorization:\s*Basic\s+([A-Za-z0-9+/]{12,}={0,2})/gi,
  },
  {
    id: 'bearer-token',
    about: 'a token in a header',
    pattern: /\bAuthorization:\s*(?:Bearer|token)\s+([\w.~+/-]{20,}=*)/gi,
  },
];
