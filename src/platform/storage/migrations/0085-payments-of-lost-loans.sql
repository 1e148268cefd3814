-- Accounts of loans that were charged or written off show no payment due: earlier versions left the last one there.

UPDATE accounts AS a SET payment_due_minor = 0
  FROM loans AS l
 WHERE l.institution_id = a.institution_id AND l.account_id = a.account_id
   AND l.status IN ('CHARGED_OFF', 'WRITTEN_OFF') AND a.payment_due_minor > 0;
