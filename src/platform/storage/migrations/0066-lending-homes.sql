-- The institution of each application, risk signal, decision, offer and loan, on distributed books: partners know them by their ids,
-- and only the institution tells on which server they are. On one server the tables tell themselves, and this one stays empty;
-- `tillgate distribute` fills it.

CREATE TABLE lending_homes (
  id             uuid PRIMARY KEY,
  institution_id text COLLATE "C" NOT NULL
);
