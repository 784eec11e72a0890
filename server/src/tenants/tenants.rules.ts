/** A subdomain made of a company's name: its letters and digits, parts joined by hyphens, at most 63 characters. */
export const subdomainOf = (name: string): string =>
  name
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[\u0300-\u036f]/g, '')
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 63)
    .replace(/^-+|-+$/g, '') || 'company'

/** The name of a company's schema: a valid identifier that tells which subdomain it belongs to. */
export const schemaNameOf = (subdomain: string): string => `tenant_${subdomain.replaceAll('-', '_')}`.slice(0, 63)
