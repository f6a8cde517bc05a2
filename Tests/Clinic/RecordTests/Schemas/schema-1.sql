-- A file of schema 1 as Aloud 0.1.0 wrote it; 'sqlite3 FILE <schema-1.sql' makes it again.
PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE person (
    key TEXT PRIMARY KEY NOT NULL, id TEXT UNIQUE, name TEXT, birthDate TEXT,
    foldedID TEXT, foldedName TEXT NOT NULL, version INTEGER NOT NULL
) STRICT;
INSERT INTO person VALUES('01a21986-4def-7c87-80d9-a4f32424a5ae','1','Sample Person','1957-08-23','1','sample person',1);
CREATE TABLE test (
    id TEXT PRIMARY KEY NOT NULL, person TEXT REFERENCES person, sitting TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('running', 'finished', 'interrupted', 'voided')),
    began INTEGER NOT NULL, beganOffset INTEGER NOT NULL,
    ended INTEGER, endedOffset INTEGER,
    eye TEXT NOT NULL, procedure TEXT NOT NULL, correction TEXT,
    logMAR REAL, estimate REAL, low REAL, high REAL,
    circumstances TEXT NOT NULL, record TEXT NOT NULL, version INTEGER NOT NULL,
    CHECK (state = 'running' OR ended IS NOT NULL)
) STRICT;
INSERT INTO test VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410','01a21986-4def-7c87-80d9-a4f32424a5ae','01a21986-4ebf-790f-9eef-905e55548a69','finished',1795724562111,0,1795724562259,0,'right','etdrs','glasses',1.0,0.95567980790664763812,0.88098458951387992321,1.0369480289148833573,'{"correction":"glasses","distanceSource":"usual","examiner":"Examiner","lane":"lane 1","software":"aloud 0.1.0"}','{"calibrated":false,"chart":"1","complete":true,"decimal":"0.10","distance":4,"ended":"stopRuleMet","estimate":0.956,"event":"result","eye":"right","flags":["atFloor"],"hearing":"0.0","interval95":[0.881,1.037],"intervalOpen":[],"letterScore":null,"lettersAskedAgain":0,"lettersCredited":0,"lettersRight":5,"lettersUsed":10,"lines":[{"answers":["N","C","K","Z","O"],"letters":"NCKZO","line":1,"logMAR":1,"right":5},{"answers":[null,null,null,null,null],"letters":"RHSDK","line":2,"logMAR":0.9,"right":0}],"logMAR":1,"misheard":0,"notation":"20/200","orBetter":false,"procedure":"etdrs","remarks":["readAlsoAtOneMetre"],"seconds":0.112,"seed":null,"snellen":"20/200","snellenMetres":"6/60","stopRule":"none-right","time":"2026-11-26T20:22:42Z"}',1);
CREATE TABLE event (
    test TEXT NOT NULL REFERENCES test, number INTEGER NOT NULL,
    at INTEGER NOT NULL, atOffset INTEGER NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (test, number)
) STRICT, WITHOUT ROWID;
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',0,1795724562127,0,'{"event":"present","letters":"NCKZO","line":1,"logMAR":1}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',1,1795724562133,0,'{"confidence":1,"event":"answer","heard":"N","letter":"N","line":1,"position":0}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',2,1795724562143,0,'{"confidence":1,"event":"answer","heard":"C","letter":"C","line":1,"position":1}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',3,1795724562154,0,'{"confidence":1,"event":"answer","heard":"K","letter":"K","line":1,"position":2}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',4,1795724562158,0,'{"confidence":1,"event":"answer","heard":"Z","letter":"Z","line":1,"position":3}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',5,1795724562163,0,'{"confidence":1,"event":"answer","heard":"O","letter":"O","line":1,"position":4}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',6,1795724562167,0,'{"event":"line","line":1,"right":5}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',7,1795724562183,0,'{"event":"present","letters":"RHSDK","line":2,"logMAR":0.9}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',8,1795724562187,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":0}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',9,1795724562195,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":1}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',10,1795724562198,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":2}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',11,1795724562206,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":3}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',12,1795724562223,0,'{"confidence":1,"event":"answer","heard":"I can''t see any","letter":null,"line":2,"missed":true,"position":4}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',13,1795724562227,0,'{"event":"line","line":2,"right":0}');
INSERT INTO event VALUES('01a21986-4ebf-71a0-bab4-0a2ba4bd3410',14,1795724562242,0,'{"calibrated":false,"chart":"1","complete":true,"decimal":"0.10","distance":4,"ended":"stopRuleMet","estimate":0.956,"event":"result","eye":"right","flags":["atFloor"],"hearing":"0.0","interval95":[0.881,1.037],"intervalOpen":[],"letterScore":null,"lettersAskedAgain":0,"lettersCredited":0,"lettersRight":5,"lettersUsed":10,"lines":[{"answers":["N","C","K","Z","O"],"letters":"NCKZO","line":1,"logMAR":1,"right":5},{"answers":[null,null,null,null,null],"letters":"RHSDK","line":2,"logMAR":0.9,"right":0}],"logMAR":1,"misheard":0,"notation":"20/200","orBetter":false,"procedure":"etdrs","remarks":["readAlsoAtOneMetre"],"seconds":0.112,"seed":null,"snellen":"20/200","snellenMetres":"6/60","stopRule":"none-right","time":"2026-11-26T20:22:42Z"}');
CREATE TABLE former (
    test TEXT NOT NULL REFERENCES test, version INTEGER NOT NULL,
    changed INTEGER NOT NULL, changedOffset INTEGER NOT NULL,
    author TEXT NOT NULL, reason TEXT, body TEXT NOT NULL,
    PRIMARY KEY (test, version)
) STRICT, WITHOUT ROWID;
CREATE TABLE trail (
    number INTEGER PRIMARY KEY NOT NULL, at INTEGER NOT NULL, atOffset INTEGER NOT NULL,
    author TEXT NOT NULL, reason TEXT, action TEXT NOT NULL, object TEXT, contents TEXT,
    previous TEXT NOT NULL, digest TEXT NOT NULL UNIQUE
) STRICT;
INSERT INTO trail VALUES(1,1795724561904,0,'root',NULL,'addPerson','01a21986-4def-7c87-80d9-a4f32424a5ae',NULL,'0000000000000000000000000000000000000000000000000000000000000000','0747f689031d4c4ab66e9a7f9a1d551bf456cb4ec5b7b1ad5c5b2c85d3c70f3f');
INSERT INTO trail VALUES(2,1795724562112,0,'root',NULL,'begin','01a21986-4ebf-71a0-bab4-0a2ba4bd3410',NULL,'0747f689031d4c4ab66e9a7f9a1d551bf456cb4ec5b7b1ad5c5b2c85d3c70f3f','f729af6019e884320c76affc3049b2dffb6e29c73298a11479b7b691b1695a14');
INSERT INTO trail VALUES(3,1795724562260,0,'root',NULL,'finish','01a21986-4ebf-71a0-bab4-0a2ba4bd3410','7ba4db475aeb3df58baf8208d310c6e6eec3ef9bc46fb5aee2963447f3b47429','f729af6019e884320c76affc3049b2dffb6e29c73298a11479b7b691b1695a14','7b99c39257b16ab2e1381fd4e72e060be27b1f876be0c4f3dbb5888bf86bb919');
CREATE INDEX personByName ON person (foldedName, id, key);
CREATE INDEX personByID ON person (foldedID);
CREATE INDEX testOfPerson ON test (person, began DESC, id DESC);
CREATE INDEX testByTime ON test (began DESC, id DESC);
CREATE INDEX testOfSitting ON test (sitting);
CREATE INDEX testRunning ON test (state) WHERE state = 'running';
CREATE TRIGGER trailIsNotChanged BEFORE UPDATE ON trail
    BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
CREATE TRIGGER trailIsNotCut BEFORE DELETE ON trail
    BEGIN SELECT RAISE(ABORT, 'the audit trail is never changed'); END;
COMMIT;
PRAGMA application_id = 1097625461;
PRAGMA user_version = 1;
