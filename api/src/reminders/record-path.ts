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

interface Address {
  recordType: keyof typeof paths
  recordId: string
  /** Of a deposit, which stands below its contract. */
  contractId: string | null
}

/** The page of a record that another one, or a mail, points at. */
export const recordPath = ({ recordType, recordId, contractId }: Address) => paths[recordType](recordId, contractId)
