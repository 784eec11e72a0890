import { type Contract, createContract, getContract, updateContract } from '@plinth/api/contracts'
import { FormScreen } from '../ui/FormScreen.tsx'
import { LinkButton } from '../ui/LinkButton.tsx'
import { ContractDates } from './ContractDates.tsx'
import { ContractHistory } from './ContractHistory.tsx'
import { ContractMetadata } from './ContractMetadata.tsx'
import { ContractTender } from './ContractTender.tsx'
import { ContractWork } from './ContractWork.tsx'

const texts = {
  loadFailed: 'Failed to fetch contract',
  saveFailed: 'Failed to save contract. Please try again.',
  created: 'Contract created successfully!',
  updated: 'Contract updated successfully!',
}

const links = ({ id }: Contract) => (
  <LinkButton variant="default" to={`/contracts/${id}/security-deposit`}>
    Security deposits
  </LinkButton>
)

export function ContractForm() {
  return (
    <FormScreen
      noun="contract"
      load={getContract}
      create={createContract}
      update={updateContract}
      blank={{ status: 'DRAFT', extensionCoun: 0 }}
      listPath="/contracts/list"
      nameOf={(contract) => contract.contractName}
      texts={texts}
      actions={links}
      related={() => <ContractHistory />}
    >
      <ContractTender />
      <ContractDates />
      <ContractWork />
      <ContractMetadata />
    </FormScreen>
  )
}
