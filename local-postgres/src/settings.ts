import type { Endpoint } from './endpoint.ts'

const defaults: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  statement_timeout: '10s',
  idle_in_transaction_session_timeout: '15s',
  lock_timeout: '5s',
  max_connections: '40',
  max_wal_size: '256MB',
  timezone: 'UTC',
  log_timezone: 'UTC',
  lc_messages: 'C',
}

/**
 * PostgreSQL's command line. Settings go there and not into postgresql.conf, so that they hold whatever a file in the data
 * directory says. `extra` wins over the defaults, but not over where the server listens.
 */
export function commandLine(dataDirectory: string, endpoint: Endpoint, extra: Record<string, string>): string[] {
  const settings = { ...defaults, ...extra, ...listening(endpoint) }
  return ['-D', dataDirectory, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])]
}

function listening(endpoint: Endpoint): Record<string, string> {
  const port = String(endpoint.port)
  if (endpoint.kind === 'tcp') return { listen_addresses: endpoint.host, unix_socket_directories: '', port }
  // Quoted, since the setting is a list in which a comma or a leading blank would count.
  const quoted = `"${endpoint.host.replaceAll('"', '""')}"`
  return { listen_addresses: '', unix_socket_directories: quoted, unix_socket_permissions: '0700', port }
}
