<?xml version="1.0" encoding="UTF-8"?>
<IndoorFeatures gml:id="house" xmlns="http://www.opengis.net/indoorgml/1.0/core"
  xmlns:navi="http://www.opengis.net/indoorgml/1.0/navigation"
  xmlns:gml="http://www.opengis.net/gml/3.2" xmlns:xlink="http://www.w3.org/1999/xlink">
  <primalSpaceFeatures><PrimalSpaceFeatures gml:id="primal">
    <cellSpaceMember><CellSpace gml:id="c1">
      <gml:description>storey=&quot;G&quot;:type=&quot;corridor&quot;</gml:description>
      <gml:name>Hall G</gml:name>
      <cellSpaceGeometry>
        <Geometry3D><gml:Solid><gml:exterior><gml:Shell>
          <gml:surfaceMember><gml:Polygon gml:id="f1"><gml:exterior><gml:LinearRing><gml:posList>0 6 0  12 6 0  12 4 0  0 4 0  0 6 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f2"><gml:exterior><gml:LinearRing><gml:posList>0 4 3  12 4 3  12 6 3  0 6 3  0 4 3</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f3"><gml:exterior><gml:LinearRing><gml:posList>0 4 0  12 4 0  12 4 3  0 4 3  0 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f4"><gml:exterior><gml:LinearRing><gml:posList>12 4 0  12 6 0  12 6 3  12 4 3  12 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f5"><gml:exterior><gml:LinearRing><gml:posList>12 6 0  0 6 0  0 6 3  12 6 3  12 6 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f6"><gml:exterior><gml:LinearRing><gml:posList>0 6 0  0 4 0  0 4 3  0 6 3  0 6 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
        </gml:Shell></gml:exterior></gml:Solid></Geometry3D>
      </cellSpaceGeometry>
      <duality xlink:href="#s1"/>
    </CellSpace></cellSpaceMember>
    <cellSpaceMember><CellSpace gml:id="c2">
      <gml:description>storey=&quot;G&quot;:type=&quot;room&quot;</gml:description>
      <gml:name>Office</gml:name>
      <cellSpaceGeometry>
        <Geometry3D><gml:Solid><gml:exterior><gml:Shell>
          <gml:surfaceMember><gml:Polygon gml:id="f7"><gml:exterior><gml:LinearRing><gml:posList>0 4 0  6 4 0  6 0 0  0 0 0  0 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f8"><gml:exterior><gml:LinearRing><gml:posList>0 0 3  6 0 3  6 4 3  0 4 3  0 0 3</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f9"><gml:exterior><gml:LinearRing><gml:posList>0 0 0  6 0 0  6 0 3  0 0 3  0 0 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f10"><gml:exterior><gml:LinearRing><gml:posList>6 0 0  6 4 0  6 4 3  6 0 3  6 0 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f11"><gml:exterior><gml:LinearRing><gml:posList>6 4 0  0 4 0  0 4 3  6 4 3  6 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f12"><gml:exterior><gml:LinearRing><gml:posList>0 4 0  0 0 0  0 0 3  0 4 3  0 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
        </gml:Shell></gml:exterior></gml:Solid></Geometry3D>
      </cellSpaceGeometry>
      <duality xlink:href="#s2"/>
    </CellSpace></cellSpaceMember>
    <cellSpaceMember><navi:GeneralSpace gml:id="c3">
      <gml:description>storey=&quot;G&quot;:type=&quot;room&quot;</gml:description>
      <gml:name>Archive</gml:name>
      <cellSpaceGeometry>
        <Geometry3D><gml:Solid><gml:exterior><gml:Shell>
          <gml:surfaceMember><gml:Polygon gml:id="f13"><gml:exterior><gml:LinearRing><gml:posList>6.2 3.8 0  12 3.8 0  12 0 0  6.2 0 0  6.2 3.8 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f14"><gml:exterior><gml:LinearRing><gml:posList>6.2 0 3  12 0 3  12 3.8 3  6.2 3.8 3  6.2 0 3</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f15"><gml:exterior><gml:LinearRing><gml:posList>6.2 0 0  12 0 0  12 0 3  6.2 0 3  6.2 0 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f16"><gml:exterior><gml:LinearRing><gml:posList>12 0 0  12 3.8 0  12 3.8 3  12 0 3  12 0 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f17"><gml:exterior><gml:LinearRing><gml:posList>12 3.8 0  6.2 3.8 0  6.2 3.8 3  12 3.8 3  12 3.8 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f18"><gml:exterior><gml:LinearRing><gml:posList>6.2 3.8 0  6.2 0 0  6.2 0 3  6.2 3.8 3  6.2 3.8 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
        </gml:Shell></gml:exterior></gml:Solid></Geometry3D>
      </cellSpaceGeometry>
      <duality xlink:href="#s3"/>
    </navi:GeneralSpace></cellSpaceMember>
    <cellSpaceMember><CellSpace gml:id="c4">
      <gml:description>storey=&quot;G&quot;:type=&quot;stairs&quot;</gml:description>
      <gml:name>Stairs</gml:name>
      <cellSpaceGeometry>
        <Geometry3D><gml:Solid><gml:exterior><gml:Shell>
          <gml:surfaceMember><gml:Polygon gml:id="f19"><gml:exterior><gml:LinearRing><gml:posList>12 6 0  16 6 0  16 4 0  12 4 0  12 6 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f20"><gml:exterior><gml:LinearRing><gml:posList>12 4 3  16 4 3  16 6 3  12 6 3  12 4 3</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f21"><gml:exterior><gml:LinearRing><gml:posList>12 4 0  16 4 0  16 4 3  12 4 3  12 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f22"><gml:exterior><gml:LinearRing><gml:posList>16 4 0  16 6 0  16 6 3  16 4 3  16 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f23"><gml:exterior><gml:LinearRing><gml:posList>16 6 0  12 6 0  12 6 3  16 6 3  16 6 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f24"><gml:exterior><gml:LinearRing><gml:posList>12 6 0  12 4 0  12 4 3  12 6 3  12 6 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
        </gml:Shell></gml:exterior></gml:Solid></Geometry3D>
      </cellSpaceGeometry>
      <duality xlink:href="#s4"/>
    </CellSpace></cellSpaceMember>
    <cellSpaceMember><navi:ConnectionSpace gml:id="c5">
      <gml:description>storey=&quot;G&quot;</gml:description>
      <cellSpaceGeometry>
        <Geometry3D><gml:Solid><gml:exterior><gml:Shell>
          <gml:surfaceMember><gml:Polygon gml:id="f25"><gml:exterior><gml:LinearRing><gml:posList>8 4 0  9 4 0  9 3.8 0  8 3.8 0  8 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f26"><gml:exterior><gml:LinearRing><gml:posList>8 3.8 2  9 3.8 2  9 4 2  8 4 2  8 3.8 2</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f27"><gml:exterior><gml:LinearRing><gml:posList>8 3.8 0  9 3.8 0  9 3.8 2  8 3.8 2  8 3.8 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f28"><gml:exterior><gml:LinearRing><gml:posList>9 3.8 0  9 4 0  9 4 2  9 3.8 2  9 3.8 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f29"><gml:exterior><gml:LinearRing><gml:posList>9 4 0  8 4 0  8 4 2  9 4 2  9 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
          <gml:surfaceMember><gml:Polygon gml:id="f30"><gml:exterior><gml:LinearRing><gml:posList>8 4 0  8 3.8 0  8 3.8 2  8 4 2  8 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></gml:surfaceMember>
        </gml:Shell></gml:exterior></gml:Solid></Geometry3D>
      </cellSpaceGeometry>
      <duality xlink:href="#s5"/>
    </navi:ConnectionSpace></cellSpaceMember>
    <cellSpaceMember><CellSpace gml:id="c6">
      <gml:description>storey=&quot;1&quot;:type=&quot;corridor&quot;</gml:description>
      <gml:name>Hall 1</gml:name>
      <cellSpaceGeometry>
        <Geometry2D><gml:Polygon gml:id="f31"><gml:exterior><gml:LinearRing><gml:posList>0 4 3.5  12 4 3.5  12 6 3.5  0 6 3.5  0 4 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></Geometry2D>
      </cellSpaceGeometry>
      <duality xlink:href="#s6"/>
    </CellSpace></cellSpaceMember>
    <cellSpaceMember><CellSpace gml:id="c7">
      <gml:description>storey=&quot;1&quot;:type=&quot;room&quot;</gml:description>
      <gml:name>Library</gml:name>
      <cellSpaceGeometry>
        <Geometry2D><gml:Polygon gml:id="f32"><gml:exterior><gml:LinearRing><gml:posList>0 0 3.5  6 0 3.5  6 4 3.5  0 4 3.5  0 0 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></Geometry2D>
      </cellSpaceGeometry>
      <duality xlink:href="#s7"/>
    </CellSpace></cellSpaceMember>
    <cellSpaceMember><CellSpace gml:id="c8">
      <gml:description>storey=&quot;1&quot;:type=&quot;room&quot;</gml:description>
      <gml:name>Meeting</gml:name>
      <cellSpaceGeometry>
        <Geometry2D><gml:Polygon gml:id="f33"><gml:exterior><gml:LinearRing><gml:posList>6 0 3.5  12 0 3.5  12 4 3.5  6 4 3.5  6 0 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></Geometry2D>
      </cellSpaceGeometry>
      <duality xlink:href="#s8"/>
    </CellSpace></cellSpaceMember>
    <cellSpaceMember><CellSpace gml:id="c9">
      <gml:description>storey=&quot;1&quot;:type=&quot;stairs&quot;</gml:description>
      <gml:name>Stairs</gml:name>
      <cellSpaceGeometry>
        <Geometry2D><gml:Polygon gml:id="f34"><gml:exterior><gml:LinearRing><gml:posList>12 4 3.5  16 4 3.5  16 6 3.5  12 6 3.5  12 4 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></Geometry2D>
      </cellSpaceGeometry>
      <duality xlink:href="#s9"/>
    </CellSpace></cellSpaceMember>
    <cellSpaceBoundaryMember><navi:AnchorBoundary gml:id="b1">
      <duality xlink:href="#t1"/>
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f35"><gml:exterior><gml:LinearRing><gml:posList>0 4.5 0  0 5.5 0  0 5.5 2  0 4.5 2  0 4.5 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </navi:AnchorBoundary></cellSpaceBoundaryMember>
    <cellSpaceBoundaryMember><CellSpaceBoundary gml:id="b2">
      <gml:description>storey=&quot;G&quot;:type=&quot;door&quot;</gml:description>
      <duality xlink:href="#t2"/>
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f36"><gml:exterior><gml:LinearRing><gml:posList>2 4 0  3 4 0  3 4 2  2 4 2  2 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </CellSpaceBoundary></cellSpaceBoundaryMember>
    <cellSpaceBoundaryMember><CellSpaceBoundary gml:id="b2-REVERSE">
      <gml:description>storey=&quot;G&quot;:type=&quot;door&quot;</gml:description>
      <duality xlink:href="#t2"/>
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f37"><gml:exterior><gml:LinearRing><gml:posList>3 4 0  2 4 0  2 4 2  3 4 2  3 4 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </CellSpaceBoundary></cellSpaceBoundaryMember>
    <cellSpaceBoundaryMember><CellSpaceBoundary gml:id="b3">
      <duality xlink:href="#t4"/>
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f38"><gml:exterior><gml:LinearRing><gml:posList>12 4.5 0  12 5.5 0  12 5.5 2  12 4.5 2  12 4.5 0</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </CellSpaceBoundary></cellSpaceBoundaryMember>
    <cellSpaceBoundaryMember><CellSpaceBoundary gml:id="b4">
      <gml:description>storey=&quot;1&quot;:type=&quot;door&quot;</gml:description>
      <duality xlink:href="#t6"/>
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f39"><gml:exterior><gml:LinearRing><gml:posList>2 4 3.5  3 4 3.5  3 4 5.5  2 4 5.5  2 4 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </CellSpaceBoundary></cellSpaceBoundaryMember>
    <cellSpaceBoundaryMember><CellSpaceBoundary gml:id="b5">
      <gml:description>storey=&quot;1&quot;:type=&quot;door&quot;</gml:description>
      <duality xlink:href="#t7"/>
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f40"><gml:exterior><gml:LinearRing><gml:posList>8 4 3.5  9 4 3.5  9 4 5.5  8 4 5.5  8 4 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </CellSpaceBoundary></cellSpaceBoundaryMember>
    <cellSpaceBoundaryMember><CellSpaceBoundary gml:id="b6">
      <gml:description>storey=&quot;1&quot;:type=&quot;door&quot;</gml:description>
      <duality xlink:href="#t8"/>
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f41"><gml:exterior><gml:LinearRing><gml:posList>12 4.5 3.5  12 5.5 3.5  12 5.5 5.5  12 4.5 5.5  12 4.5 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </CellSpaceBoundary></cellSpaceBoundaryMember>
    <cellSpaceBoundaryMember><CellSpaceBoundary gml:id="b7">
      <cellSpaceBoundaryGeometry><geometry3D><gml:Polygon gml:id="f42"><gml:exterior><gml:LinearRing><gml:posList>6 0 3.5  6 4 3.5  6 4 5.5  6 0 5.5  6 0 3.5</gml:posList></gml:LinearRing></gml:exterior></gml:Polygon></geometry3D></cellSpaceBoundaryGeometry>
    </CellSpaceBoundary></cellSpaceBoundaryMember>
  </PrimalSpaceFeatures></primalSpaceFeatures>
  <multiLayeredGraph><MultiLayeredGraph gml:id="graph"><spaceLayers gml:id="layers">
    <spaceLayerMember><SpaceLayer gml:id="base"><nodes gml:id="nodes">
      <stateMember><State gml:id="s1"><duality xlink:href="#c1"/></State></stateMember>
      <stateMember><State gml:id="s2"><duality xlink:href="#c2"/></State></stateMember>
      <stateMember><State gml:id="s3"><duality xlink:href="#c3"/></State></stateMember>
      <stateMember><State gml:id="s4"><duality xlink:href="#c4"/></State></stateMember>
      <stateMember><State gml:id="s5"><duality xlink:href="#c5"/></State></stateMember>
      <stateMember><State gml:id="s6"><duality xlink:href="#c6"/></State></stateMember>
      <stateMember><State gml:id="s7"><duality xlink:href="#c7"/></State></stateMember>
      <stateMember><State gml:id="s8"><duality xlink:href="#c8"/></State></stateMember>
      <stateMember><State gml:id="s9"><duality xlink:href="#c9"/></State></stateMember>
      </nodes><edges gml:id="edges">
      <transitionMember><Transition gml:id="t2"><connects xlink:href="#s1"/><connects xlink:href="#s2"/></Transition></transitionMember>
      <transitionMember><Transition gml:id="t3"><connects xlink:href="#s1"/><connects xlink:href="#s5"/></Transition></transitionMember>
      <transitionMember><Transition gml:id="t3b"><connects xlink:href="#s5"/><connects xlink:href="#s3"/></Transition></transitionMember>
      <transitionMember><Transition gml:id="t4"><connects xlink:href="#s1"/><connects xlink:href="#s4"/></Transition></transitionMember>
      <transitionMember><Transition gml:id="t5"><connects xlink:href="#s4"/><connects xlink:href="#s9"/></Transition></transitionMember>
      <transitionMember><Transition gml:id="t6"><connects xlink:href="#s6"/><connects xlink:href="#s7"/></Transition></transitionMember>
      <transitionMember><Transition gml:id="t7"><connects xlink:href="#s6"/><connects xlink:href="#s8"/></Transition></transitionMember>
      <transitionMember><Transition gml:id="t8"><connects xlink:href="#s6"/><connects xlink:href="#s9"/></Transition></transitionMember>
    </edges></SpaceLayer></spaceLayerMember>
  </spaceLayers></MultiLayeredGraph></multiLayeredGraph>
</IndoorFeatures>
