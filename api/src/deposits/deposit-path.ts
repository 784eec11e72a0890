/** The address of a deposit's page, which is below that of its contract. */
export const depositPath = ({ contractId, id }: { contractId: string; id: string }) =>
  `/contracts/${contractId}/security-deposit/${id}`
