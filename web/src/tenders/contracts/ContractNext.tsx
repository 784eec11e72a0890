import { Button } from '@mantine/core'
import { isEmd } from '@plinth/api/deposits/deposit-standing'
import { updateDeposit } from '@plinth/api/deposits/deposits'
import { type Contract, updateContract } from '@plinth/api/tenders/contracts'
import { useState } from 'react'
import { t } from '../../lib/language.ts'
import { StatusStep } from '../../ui/record/StatusStep.tsx'
import { LinkButton } from '../../ui/shell/LinkButton.tsx'
import { acts } from './added-acts.ts'
import { type ContractFacts, type ContractStep, dueUnrequested } from './contract-next.ts'

interface Props {
  contract: Contract
  facts: ContractFacts
}

/** The control for the next step of a contract. */
export function ContractNext({ step, contract, facts }: Props & { step: ContractStep }) {
  const edit = `/contracts/${contract.id}/edit`
  switch (step) {
    case 'ASK_BACK':
      return <AskBack contract={contract} facts={facts} />
    case 'SUBMIT_BID':
      return (
        <StatusStep
          name={contract.contractName}
          record={contract}
          endpoint={updateContract}
          params={{ id: contract.id }}
          status="SUBMITTED"
          label={t('Submit the bid')}
        />
      )
    case 'RECORD_EMD':
      return <Record contractId={contract.id} label={t('Record EMD')} depositType="EMD" />
    case 'RECORD_SECURITY':
      return <Record contractId={contract.id} label={t('Record the security')} />
    case 'CREATE_PROJECT':
      return <acts.CreateProject contract={contract} isCreated={facts.isProjectCreated} size="sm" variant="filled" />
    case 'ENTER_RESULT':
      return (
        <LinkButton to={edit} hash="field-resultDate">
          {t('Enter the result')}
        </LinkButton>
      )
    case 'ENTER_AGREEMENT':
      return (
        <LinkButton to={edit} hash="field-aggreementDate">
          {t('Enter the agreement date')}
        </LinkButton>
      )
  }
}

/** A single deposit is asked for here; several need a letter each, so the link leads to the list. */
function AskBack({ contract, facts }: Props) {
  const due = dueUnrequested(contract, facts)
  const label = due.every(isEmd) ? t('Ask for the EMD back') : t('Ask for the deposit back')
  const [deposit] = due
  if (!deposit || due.length > 1)
    return (
      <LinkButton to={`/contracts/${contract.id}`} hash="deposits">
        {t('Ask for the deposits back')}
      </LinkButton>
    )
  return (
    <StatusStep
      name={`${deposit.depositType} ${deposit.instrumentNo}`}
      record={deposit}
      endpoint={updateDeposit}
      params={{ contractId: deposit.contractId, depositId: deposit.id }}
      status="PENDING_REFUND"
      label={label}
    />
  )
}

interface RecordProps {
  contractId: string
  label: string
  depositType?: string
}

/** Records a deposit in a drawer over the contract. */
function Record({ contractId, label, depositType }: RecordProps) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <acts.RecordDeposit
          contractId={contractId}
          {...(depositType && { depositType })}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
