const paths = {
  CONTRACT: (id) => `/contracts/${id}`,
  DEPOSIT: (id, contractId) => `/contracts/${contractId}/security-deposit/${id}`,
  EXEMPTION: (id) => `/contracts/exemptions/${id}`,
  INSTRUMENT: (id) => `/contracts/instruments/${id}`,
  FACILITY: (id) => `/payments/bank-limits/${id}`,
  PLAN: (id) => `/payments/guarantee-plans/${id}`,
  GENERAL_TASK: (id) => `/general-tasks/${id}`,
  PROJECT: (id) => `/projects/${id}`,
  TASK: (id) => `/project-tasks/${id}`,
  DOCUMENT: (id) => `/documents/${id}`,
} satisfies Record<string, (id: string, contractId: string | null) => string>

interface RecordReference {
  recordType: keyof typeof paths
  recordId: string
  /** Needed for a deposit, whose path is below its contract. */
  contractId: string | null
}

/** The path of a record's page, for links. */
export const recordPath = ({ recordType, recordId, contractId }: RecordReference) =>
  paths[recordType](recordId, contractId)
